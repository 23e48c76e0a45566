// What the files of this target share.
#ifndef CBASELINE_INTERNAL_H
#define CBASELINE_INTERNAL_H

#include "CBaseline.h"

#include <lmdb.h>

struct CBStore {
    CBWorkload workload;
    MDB_env *log;
    MDB_env *index;
    MDB_dbi events;
    MDB_dbi postings;
    MDB_dbi state;
    uint64_t head;
    uint64_t indexed;
};

/// One row of the index: an event's position under the hash of one of its tags.
typedef struct Posting {
    uint64_t tag;
    uint64_t position;
} Posting;

/// Group commits of tags: Glimp's interval and batch.
enum { INDEX_BATCH = 16384, INDEX_INTERVAL_MS = 250 };

/// Describes a failure and returns its code, so that it can stand in a return statement.
int fail(CBError *error, int code, const char *what);

/// Seconds of a clock that only goes forward.
double monotonic_seconds(void);

uint64_t hash_tag(const char *tag);

/// Writes the three postings of an encoded record.
void postings_of(const uint8_t *record, uint64_t position, Posting *postings);

int begin_write(MDB_env *environment, MDB_dbi table, MDB_txn **transaction, MDB_cursor **cursor);

/// Puts a record at the table's right edge.
int put_event(MDB_cursor *events, uint64_t position, uint8_t *record, size_t length);

/// Sorts the postings and commits them together with the new last position indexed.
int commit_postings(CBStore *store, Posting *postings, size_t count, uint64_t indexed, CBError *error);

#endif
