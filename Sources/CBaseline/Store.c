#include "Internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// MARK: Errors and time

int fail(CBError *error, int code, const char *what) {
    if (code && error) {
        error->code = code;
        // mdb_strerror answers for errno codes too (lmdb.h).
        snprintf(error->message, sizeof error->message, "%.160s: %.80s", what, mdb_strerror(code));
    }
    return code;
}

const char *cb_error_message(const CBError *error) {
    return error->message;
}

double monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// MARK: Opening and closing

static int make_directory(const char *path) {
    return mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : errno;
}

/// Opens one environment in a directory of its own. MDB_NOTLS ties a read transaction to its handle instead
/// of to its thread, as in Glimp.
static int open_environment(
    const char *directory, const char *name, size_t map_bytes, MDB_env **environment, CBError *error) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    if (length < 0 || (size_t)length >= sizeof path) return fail(error, ENAMETOOLONG, name);
    int code = make_directory(path);
    if (!code) code = mdb_env_create(environment);
    if (!code) code = mdb_env_set_maxdbs(*environment, 2);
    if (!code) code = mdb_env_set_mapsize(*environment, map_bytes);
    if (!code) code = mdb_env_open(*environment, path, MDB_NOTLS, 0644);
    return fail(error, code, path);
}

static int open_tables(CBStore *store, CBError *error) {
    MDB_txn *transaction;
    int code = mdb_txn_begin(store->log, NULL, 0, &transaction);
    if (code) return fail(error, code, "begin on log");
    code = mdb_dbi_open(transaction, "events", MDB_CREATE | MDB_INTEGERKEY, &store->events);
    if (code) mdb_txn_abort(transaction);
    else code = mdb_txn_commit(transaction);
    if (code) return fail(error, code, "open table events");

    code = mdb_txn_begin(store->index, NULL, 0, &transaction);
    if (code) return fail(error, code, "begin on index");
    unsigned int postings = MDB_CREATE | MDB_INTEGERKEY | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;
    code = mdb_dbi_open(transaction, "postings", postings, &store->postings);
    if (!code) code = mdb_dbi_open(transaction, "state", MDB_CREATE | MDB_INTEGERKEY, &store->state);
    if (code) mdb_txn_abort(transaction);
    else code = mdb_txn_commit(transaction);
    return fail(error, code, "open tables postings and state");
}

/// Reads the head and the last position indexed.
static int read_positions(CBStore *store, CBError *error) {
    MDB_txn *transaction;
    MDB_cursor *cursor;
    MDB_val key, value;
    int code = mdb_txn_begin(store->log, NULL, MDB_RDONLY, &transaction);
    if (code) return fail(error, code, "begin read on log");
    code = mdb_cursor_open(transaction, store->events, &cursor);
    if (!code) {
        code = mdb_cursor_get(cursor, &key, &value, MDB_LAST);
        if (!code) memcpy(&store->head, key.mv_data, sizeof store->head);
        mdb_cursor_close(cursor);
    }
    mdb_txn_abort(transaction);
    if (code && code != MDB_NOTFOUND) return fail(error, code, "read the head");

    code = mdb_txn_begin(store->index, NULL, MDB_RDONLY, &transaction);
    if (code) return fail(error, code, "begin read on index");
    uint64_t zero = 0;
    key = (MDB_val){sizeof zero, &zero};
    code = mdb_get(transaction, store->state, &key, &value);
    if (!code) memcpy(&store->indexed, value.mv_data, sizeof store->indexed);
    mdb_txn_abort(transaction);
    return fail(error, code == MDB_NOTFOUND ? 0 : code, "read the last position indexed");
}

int cb_store_open(const char *directory, CBWorkload workload, size_t map_bytes, CBStore **store, CBError *error) {
    *store = NULL;
    int code = make_directory(directory);
    if (code) return fail(error, code, directory);
    CBStore *opened = calloc(1, sizeof *opened);
    if (!opened) return fail(error, ENOMEM, "open");
    opened->workload = workload;
    code = open_environment(directory, "log", map_bytes, &opened->log, error);
    if (!code) code = open_environment(directory, "index", map_bytes, &opened->index, error);
    if (!code) code = open_tables(opened, error);
    if (!code) code = read_positions(opened, error);
    if (code) {
        cb_store_close(opened);
        return code;
    }
    *store = opened;
    return 0;
}

void cb_store_close(CBStore *store) {
    if (!store) return;
    // An environment has to be closed even when opening it failed (mdb_env_open in lmdb.h).
    if (store->index) mdb_env_close(store->index);
    if (store->log) mdb_env_close(store->log);
    free(store);
}

uint64_t cb_store_head(const CBStore *store) {
    return store->head;
}

/// Up to the last page ever used, which is where LMDB's file ends.
static uint64_t environment_bytes(MDB_env *environment) {
    MDB_envinfo info;
    MDB_stat stat;
    if (mdb_env_info(environment, &info) || mdb_env_stat(environment, &stat)) return 0;
    return (uint64_t)(info.me_last_pgno + 1) * stat.ms_psize;
}

uint64_t cb_store_bytes(const CBStore *store) {
    return environment_bytes(store->log) + environment_bytes(store->index);
}

// MARK: Writing

int begin_write(MDB_env *environment, MDB_dbi table, MDB_txn **transaction, MDB_cursor **cursor) {
    int code = mdb_txn_begin(environment, NULL, 0, transaction);
    if (code) return code;
    code = mdb_cursor_open(*transaction, table, cursor);
    if (code) mdb_txn_abort(*transaction);
    return code;
}

int put_event(MDB_cursor *events, uint64_t position, uint8_t *record, size_t length) {
    MDB_val key = {sizeof position, &position}, value = {length, record};
    return mdb_cursor_put(events, &key, &value, MDB_APPEND);
}

int cb_append_batch(CBStore *store, size_t count, CBError *error) {
    MDB_txn *transaction;
    MDB_cursor *events;
    int code = begin_write(store->log, store->events, &transaction, &events);
    if (code) return fail(error, code, "begin append");
    uint8_t record[CB_RECORD_LENGTH];
    for (uint64_t i = store->head; !code && i < store->head + count; i++) {
        size_t length = cb_event_encode(store->workload, i, record);
        code = put_event(events, i + 1, record, length);
    }
    // A write transaction's cursors are closed before it ends (mdb_cursor_open in lmdb.h).
    mdb_cursor_close(events);
    if (code) {
        mdb_txn_abort(transaction);
        return fail(error, code, "put an event");
    }
    code = mdb_txn_commit(transaction);
    if (!code) store->head += count;
    return fail(error, code, "commit events");
}

static int by_tag_then_position(const void *left, const void *right) {
    const Posting *a = left, *b = right;
    if (a->tag != b->tag) return a->tag < b->tag ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

int commit_postings(CBStore *store, Posting *postings, size_t count, uint64_t indexed, CBError *error) {
    // In the order of the keys neighbouring rows share the pages that have to be copied.
    qsort(postings, count, sizeof *postings, by_tag_then_position);
    MDB_txn *transaction;
    MDB_cursor *cursor;
    int code = begin_write(store->index, store->postings, &transaction, &cursor);
    if (code) return fail(error, code, "begin indexing");
    for (size_t k = 0; !code && k < count; k++) {
        MDB_val key = {sizeof postings[k].tag, &postings[k].tag};
        MDB_val value = {sizeof postings[k].position, &postings[k].position};
        code = mdb_cursor_put(cursor, &key, &value, 0);
    }
    mdb_cursor_close(cursor);
    if (!code) {
        uint64_t zero = 0;
        MDB_val key = {sizeof zero, &zero}, value = {sizeof indexed, &indexed};
        code = mdb_put(transaction, store->state, &key, &value, 0);
    }
    if (code) {
        mdb_txn_abort(transaction);
        return fail(error, code, "put a posting");
    }
    code = mdb_txn_commit(transaction);
    if (!code) store->indexed = indexed;
    return fail(error, code, "commit postings");
}

/// Reads the next events after `*position` and makes their postings, at most INDEX_BATCH events.
static int next_postings(CBStore *store, Posting *postings, size_t *count, uint64_t *position) {
    MDB_txn *transaction;
    MDB_cursor *cursor;
    *count = 0;
    int code = mdb_txn_begin(store->log, NULL, MDB_RDONLY, &transaction);
    if (code) return code;
    code = mdb_cursor_open(transaction, store->events, &cursor);
    if (!code) {
        uint64_t next = *position + 1;
        MDB_val key = {sizeof next, &next}, value;
        MDB_cursor_op step = MDB_SET_RANGE;
        for (int n = 0; n < INDEX_BATCH && !(code = mdb_cursor_get(cursor, &key, &value, step)); n++) {
            memcpy(position, key.mv_data, sizeof *position);
            postings_of(value.mv_data, *position, postings + *count);
            *count += CB_TAGS_PER_EVENT;
            step = MDB_NEXT;
        }
        mdb_cursor_close(cursor);
    }
    mdb_txn_abort(transaction);
    return code == MDB_NOTFOUND ? 0 : code;
}

int cb_index_catch_up(CBStore *store, CBError *error) {
    Posting *postings = malloc(sizeof *postings * INDEX_BATCH * CB_TAGS_PER_EVENT);
    if (!postings) return fail(error, ENOMEM, "index");
    int code = 0;
    while (!code && store->indexed < store->head) {
        uint64_t position = store->indexed;
        size_t count;
        code = fail(error, next_postings(store, postings, &count, &position), "read events to index");
        if (!code && !count) code = fail(error, MDB_CORRUPTED, "the log ends before its head");
        if (!code) code = commit_postings(store, postings, count, position, error);
    }
    free(postings);
    return code;
}

// MARK: Reading

int cb_scan(CBStore *store, bool checksum, CBScan *scan, CBError *error) {
    *scan = (CBScan){0};
    MDB_txn *transaction;
    MDB_cursor *cursor;
    double start = monotonic_seconds();
    int code = mdb_txn_begin(store->log, NULL, MDB_RDONLY, &transaction);
    if (code) return fail(error, code, "begin scan");
    code = mdb_cursor_open(transaction, store->events, &cursor);
    if (!code) {
        MDB_val key, value;
        MDB_cursor_op step = MDB_FIRST;
        while (!(code = mdb_cursor_get(cursor, &key, &value, step))) {
            if (checksum) scan->checksum ^= cb_checksum(value.mv_data, value.mv_size);
            scan->bytes += value.mv_size;
            scan->events++;
            step = MDB_NEXT;
        }
        mdb_cursor_close(cursor);
    }
    mdb_txn_abort(transaction);
    scan->seconds = monotonic_seconds() - start;
    return fail(error, code == MDB_NOTFOUND ? 0 : code, "scan");
}

/// A read transaction and a cursor in it, renewed for every read: what `mdb_txn_renew` is for.
typedef struct Reader {
    MDB_txn *transaction;
    MDB_cursor *cursor;
} Reader;

static int reader_open(Reader *reader, MDB_env *environment, MDB_dbi table) {
    *reader = (Reader){0};
    int code = mdb_txn_begin(environment, NULL, MDB_RDONLY, &reader->transaction);
    if (!code) code = mdb_cursor_open(reader->transaction, table, &reader->cursor);
    if (!code) mdb_txn_reset(reader->transaction);
    return code;
}

static int reader_renew(Reader *reader) {
    int code = mdb_txn_renew(reader->transaction);
    return code ? code : mdb_cursor_renew(reader->transaction, reader->cursor);
}

static void reader_close(Reader *reader) {
    if (reader->cursor) mdb_cursor_close(reader->cursor);
    if (reader->transaction) mdb_txn_abort(reader->transaction);
}

/// Looks at every event of one page of positions.
static int read_events(MDB_cursor *events, MDB_val positions, CBTagRead *result) {
    const uint8_t *at = positions.mv_data;
    for (size_t n = positions.mv_size / sizeof(uint64_t); n; n--, at += sizeof(uint64_t)) {
        uint64_t position;
        memcpy(&position, at, sizeof position);
        MDB_val key = {sizeof position, &position}, record;
        int code = mdb_cursor_get(events, &key, &record, MDB_SET_KEY);
        if (code) return code;
        result->checksum ^= cb_checksum(record.mv_data, record.mv_size);
        result->events++;
    }
    return 0;
}

static int read_tag(MDB_cursor *postings, MDB_cursor *events, uint64_t tag, CBTagRead *result) {
    MDB_val key = {sizeof tag, &tag}, positions;
    int code = mdb_cursor_get(postings, &key, &positions, MDB_SET_KEY);
    if (!code) code = mdb_cursor_get(postings, &key, &positions, MDB_GET_MULTIPLE);
    while (!code) {
        code = read_events(events, positions, result);
        if (code) return code == MDB_NOTFOUND ? MDB_CORRUPTED : code;
        code = mdb_cursor_get(postings, &key, &positions, MDB_NEXT_MULTIPLE);
    }
    return code == MDB_NOTFOUND ? 0 : code;
}

int cb_read_by_tag(CBStore *store, uint64_t first, uint64_t count, CBTagRead *result, CBError *error) {
    *result = (CBTagRead){0};
    Reader index, log;
    int code = reader_open(&index, store->index, store->postings);
    int code_of_log = reader_open(&log, store->log, store->events);
    if (!code) code = code_of_log;
    double start = monotonic_seconds();
    for (uint64_t n = 0; !code && n < count; n++) {
        char tag[CB_TAG_LENGTH];
        cb_read_tag(store->workload, first + n, tag);
        // The index first: every position it names is then in the log's snapshot.
        code = reader_renew(&index);
        if (!code) code = reader_renew(&log);
        if (!code) code = read_tag(index.cursor, log.cursor, hash_tag(tag), result);
        mdb_txn_reset(index.transaction);
        mdb_txn_reset(log.transaction);
        if (!code) result->reads++;
    }
    if (result->reads) result->mean_seconds = (monotonic_seconds() - start) / (double)result->reads;
    reader_close(&index);
    reader_close(&log);
    return fail(error, code, "read by tag");
}
