/// The yardstick of the benchmarks: what the LMDB C calls alone can do on Glimp's workload.
///
/// It is an event log without what makes one useful: no conditions, receipts, checksums or hash tree, and
/// nothing between the caller and LMDB. The benchmark runs it in the same process, in turns with the Swift
/// code, and prints the ratio of the two.
///
/// A store is two LMDB environments, both with LMDB's default (full) sync:
///
///     DIRECTORY/log     `events`    position -> record            (native 64-bit key, MDB_APPEND)
///     DIRECTORY/index   `postings`  hash of a tag -> positions    (native 64-bit key and duplicates)
///                       `state`     0 -> last position indexed
///
/// Native integer keys compare faster than the big-endian ones that Glimp uses, because those may move between
/// machines; here they keep the yardstick a hard one.
///
/// Every function that can fail returns 0, or an LMDB or errno code and describes it in `error` (may be NULL).
/// A store serves one caller at a time, and one process may not open the same directory twice at once.
#ifndef CBASELINE_H
#define CBASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Errors

typedef struct CBError {
    int code;
    char message[256];
} CBError;

/// The message as a C string, so that Swift need not see a tuple of 256 characters.
const char *cb_error_message(const CBError *error);

// MARK: Workload

enum {
    CB_TYPE_LENGTH = 16,
    CB_TAG_LENGTH = 22,
    CB_TAGS_PER_EVENT = 3,
    CB_PAYLOAD_LENGTH = 200,
    CB_EVENTS_PER_TAG = 20,
    CB_RECORD_LENGTH = 2 + CB_TYPE_LENGTH + CB_TAGS_PER_EVENT * (1 + CB_TAG_LENGTH) + 4 + CB_PAYLOAD_LENGTH
};

/// Which events a run consists of. Every `window` events draw their tags at random from a fresh set of
/// `window / 20` a prefix, so that each tag has 20 events on average however long a run goes on.
/// Event `i` (from 0) is the same on every machine and stands at position `i + 1`; the events of a group run
/// may stand some places off, as the clients happened to come.
typedef struct CBWorkload {
    uint64_t window;
} CBWorkload;

/// The window of the peers' figures, 300,000 events. A store that will be read by tag must hold a whole window.
CBWorkload cb_workload_default(void);

/// The 16 bytes of event `i`'s type; they live as long as the process. Not terminated by NUL, as all texts here.
const char *cb_event_type(uint64_t i);

/// The 200 bytes of event `i`'s payload; they live as long as the process.
const char *cb_event_payload(uint64_t i);

/// Writes the 22 bytes of tag `j` (0, 1 or 2) of event `i`.
void cb_event_tag(CBWorkload workload, uint64_t i, int j, char *tag);

/// Writes the 22 bytes of the tag that read `n` (from 0) asks for: one of the first window's, of each prefix in turn.
void cb_read_tag(CBWorkload workload, uint64_t n, char *tag);

/// Encodes event `i` as the baseline stores it (CB_RECORD_LENGTH bytes, 291):
/// type length, type, number of tags, then each tag's length and text, payload length (32 bits), payload.
size_t cb_event_encode(CBWorkload workload, uint64_t i, uint8_t *record);

/// A checksum that looks at every byte, for whoever measures reading.
uint64_t cb_checksum(const void *bytes, size_t length);

// MARK: Store

typedef struct CBStore CBStore;

/// Opens or creates a store. The directory's parent has to exist.
int cb_store_open(const char *directory, CBWorkload workload, size_t map_bytes, CBStore **store, CBError *error);

/// Closes the store and frees it; NULL is allowed.
void cb_store_close(CBStore *store);

/// Position of the last event, 0 in an empty store.
uint64_t cb_store_head(const CBStore *store);

/// Bytes of the two data files.
uint64_t cb_store_bytes(const CBStore *store);

// MARK: Writing

/// Appends the next `count` events of the workload in one durable transaction. Their tags are not indexed.
int cb_append_batch(CBStore *store, size_t count, CBError *error);

/// Indexes the tags of all events that are not indexed yet, in big sorted batches.
int cb_index_catch_up(CBStore *store, CBError *error);

typedef struct CBGroupRun {
    uint64_t events;        ///< appended and acknowledged
    uint64_t commits;       ///< transactions of the log that carried them
    double seconds;         ///< from the first client's start to the last acknowledgement
    uint64_t behind;        ///< events whose tags were not yet indexed at that moment
    double drain_seconds;   ///< what it took to index those
} CBGroupRun;

/// Group commit: each of `clients` threads appends one event, waits until it is durable, and goes on, for
/// `seconds`. One thread commits events, all that wait in one transaction; having answered a group, it
/// waits up to `gather_microseconds` for the same clients to come back (Glimp: 200; 0 = don't wait). Another
/// commits their tags in the index environment, every 250 ms or 16,384 events.
/// All events are indexed when it returns. Events appended before have to be (`cb_index_catch_up`): EINVAL if not.
int cb_group_run(
    CBStore *store, int clients, double seconds, int gather_microseconds, CBGroupRun *run, CBError *error);

// MARK: Reading

typedef struct CBScan {
    uint64_t events;
    uint64_t bytes;
    uint64_t checksum;  ///< of every byte, or 0
    double seconds;
} CBScan;

/// Reads every record once, in order, with a cursor; looks at the bytes only if asked for a checksum.
int cb_scan(CBStore *store, bool checksum, CBScan *scan, CBError *error);

typedef struct CBTagRead {
    uint64_t reads;
    uint64_t events;      ///< found by all reads together
    uint64_t checksum;    ///< of every byte found
    double mean_seconds;  ///< of one read
} CBTagRead;

/// Reads by tag `count` times, beginning with `cb_read_tag(first)`: each in a read transaction renewed for it
/// (a snapshot of its own) in both environments, all positions of the tag from the index, then every event.
int cb_read_by_tag(CBStore *store, uint64_t first, uint64_t count, CBTagRead *result, CBError *error);

#ifdef __cplusplus
}
#endif

#endif
