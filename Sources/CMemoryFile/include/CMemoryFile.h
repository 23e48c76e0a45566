#ifndef CMEMORYFILE_H
#define CMEMORYFILE_H

/// memfd_create(2), which Swift's module of glibc leaves out: it is an extension of GNU's.
///
/// Returns the descriptor of an empty file in memory, closed on exec; -1 and errno when that fails.
int cmemoryfile_create(const char *name);

#endif
