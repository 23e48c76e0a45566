#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

/// The system calls that no decoder needs are refused.
#define CCONFINEMENT_CALLS 1
/// No file can be opened but the system's libraries, for reading.
#define CCONFINEMENT_FILES 2

/// Gives up for good, for this process and all its threads, what decoding does not need: the network, other programs and
/// processes, every file but the system's libraries. What is open already stays.
///
/// Returns which of the two hold. Not both where the kernel has no Landlock (before 5.13, or not enabled), or where a
/// container forbids filters of system calls.
int cconfinement_begin(void);

#endif
