#include "Internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/// Events that may wait for the index. When it cannot follow, the committer waits: as Glimp's tail, it is bounded.
enum { BACKLOG = 1 << 17 };

typedef struct EventPostings {
    Posting posting[CB_TAGS_PER_EVENT];
} EventPostings;

typedef struct Run Run;

/// A thread that appends one event at a time, and the event it is waiting for.
typedef struct Client {
    Run *run;
    pthread_t thread;
    pthread_cond_t answered;
    bool done;
    struct Client *next;
    EventPostings postings;
    size_t length;
    uint8_t record[CB_RECORD_LENGTH];
} Client;

struct Run {
    CBStore *store;
    int gather_microseconds;
    _Atomic uint64_t next_event;
    atomic_bool stop;  // clients take no further event

    pthread_mutex_t queue_lock;  // guards what follows, and every client's `done` and `next`
    pthread_cond_t arrived;
    Client *first, *last;
    size_t waiting;
    size_t expected;  // who will be waiting once everybody just answered is back
    bool clients_ended;
    uint64_t commits;

    pthread_mutex_t backlog_lock;  // guards what follows
    pthread_cond_t backlog_grown;  // a whole batch waits, or no more will come
    pthread_cond_t backlog_shrunk;
    EventPostings *backlog;  // a ring: event n is at n % BACKLOG
    uint64_t handed_over, indexed;
    bool log_ended;
    bool abandoned;  // after a failure nothing more is handed over

    pthread_mutex_t failure_lock;  // guards what follows
    pthread_cond_t failed;
    CBError failure;
};

// MARK: Failure and time

/// Keeps the first failure of any thread and stops all of them.
static void run_failed(Run *run, const CBError *failure) {
    pthread_mutex_lock(&run->failure_lock);
    if (!run->failure.code) run->failure = *failure;
    pthread_cond_broadcast(&run->failed);
    pthread_mutex_unlock(&run->failure_lock);

    // Under the locks, so that nobody checks a flag and then misses the wake-up.
    pthread_mutex_lock(&run->queue_lock);
    pthread_mutex_lock(&run->backlog_lock);
    atomic_store(&run->stop, true);
    run->abandoned = true;
    pthread_cond_broadcast(&run->arrived);
    pthread_cond_broadcast(&run->backlog_shrunk);
    pthread_mutex_unlock(&run->backlog_lock);
    pthread_mutex_unlock(&run->queue_lock);
}

static struct timespec after(double seconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t nanoseconds = time.tv_nsec + (int64_t)(seconds * 1e9);
    time.tv_sec += nanoseconds / 1000000000;
    time.tv_nsec = nanoseconds % 1000000000;
    return time;
}

// MARK: Clients

static void *client_main(void *argument) {
    Client *client = argument;
    Run *run = client->run;
    while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
        uint64_t i = atomic_fetch_add_explicit(&run->next_event, 1, memory_order_relaxed);
        client->length = cb_event_encode(run->store->workload, i, client->record);
        postings_of(client->record, 0, client->postings.posting);

        pthread_mutex_lock(&run->queue_lock);
        client->done = false;
        client->next = NULL;
        if (run->last) run->last->next = client;
        else run->first = client;
        run->last = client;
        run->waiting++;
        pthread_cond_signal(&run->arrived);
        while (!client->done) pthread_cond_wait(&client->answered, &run->queue_lock);
        pthread_mutex_unlock(&run->queue_lock);
    }
    return NULL;
}

// MARK: Committing events

/// Waits for clients and takes all that wait; NULL when there will be no more.
static Client *next_group(Run *run) {
    pthread_mutex_lock(&run->queue_lock);
    while (!run->first && !run->clients_ended) pthread_cond_wait(&run->arrived, &run->queue_lock);
    if (run->gather_microseconds > 0 && run->waiting < run->expected) {
        struct timespec deadline = after(run->gather_microseconds * 1e-6);
        int code = 0;
        while (!code && run->waiting < run->expected && !atomic_load(&run->stop))
            code = pthread_cond_timedwait(&run->arrived, &run->queue_lock, &deadline);
    }
    Client *group = run->first;
    run->first = run->last = NULL;
    run->waiting = 0;
    pthread_mutex_unlock(&run->queue_lock);
    return group;
}

/// Commits the group's events in one transaction.
static int commit_group(CBStore *store, Client *group, CBError *error) {
    MDB_txn *transaction;
    MDB_cursor *events;
    int code = begin_write(store->log, store->events, &transaction, &events);
    if (code) return fail(error, code, "begin group");
    uint64_t position = store->head;
    for (Client *client = group; !code && client; client = client->next) {
        position++;
        for (int j = 0; j < CB_TAGS_PER_EVENT; j++) client->postings.posting[j].position = position;
        code = put_event(events, position, client->record, client->length);
    }
    mdb_cursor_close(events);
    if (code) {
        mdb_txn_abort(transaction);
        return fail(error, code, "put an event");
    }
    code = mdb_txn_commit(transaction);
    if (!code) store->head = position;
    return fail(error, code, "commit group");
}

/// Passes the group's postings to the indexer.
static void hand_over(Run *run, const Client *group) {
    pthread_mutex_lock(&run->backlog_lock);
    for (const Client *client = group; client; client = client->next) {
        while (run->handed_over - run->indexed == BACKLOG && !run->abandoned)
            pthread_cond_wait(&run->backlog_shrunk, &run->backlog_lock);
        // The indexer counts on postings without a gap: once one is left out, so are all after it.
        if (run->abandoned) break;
        run->backlog[run->handed_over++ % BACKLOG] = client->postings;
        if (run->handed_over - run->indexed == INDEX_BATCH) pthread_cond_signal(&run->backlog_grown);
    }
    pthread_mutex_unlock(&run->backlog_lock);
}

static void answer(Run *run, Client *group) {
    pthread_mutex_lock(&run->queue_lock);
    run->expected = run->waiting;
    for (Client *client = group, *next; client; client = next) {
        next = client->next;
        client->done = true;
        run->expected++;
        pthread_cond_signal(&client->answered);
    }
    run->commits++;
    pthread_mutex_unlock(&run->queue_lock);
}

static void *committer_main(void *argument) {
    Run *run = argument;
    for (Client *group; (group = next_group(run));) {
        CBError error = {0};
        if (commit_group(run->store, group, &error)) run_failed(run, &error);
        else hand_over(run, group);
        answer(run, group);
    }
    return NULL;
}

// MARK: Indexing behind

/// Takes up to a batch of postings; waits for a whole batch at most the interval. 0 when all is indexed.
static size_t next_batch(Run *run, Posting *postings) {
    pthread_mutex_lock(&run->backlog_lock);
    uint64_t count;
    do {
        struct timespec deadline = after(INDEX_INTERVAL_MS * 1e-3);
        int code = 0;
        while (!code && !run->log_ended && run->handed_over - run->indexed < INDEX_BATCH)
            code = pthread_cond_timedwait(&run->backlog_grown, &run->backlog_lock, &deadline);
        count = run->handed_over - run->indexed;
    } while (count == 0 && !run->log_ended);
    if (count > INDEX_BATCH) count = INDEX_BATCH;
    uint64_t from = run->indexed;
    pthread_mutex_unlock(&run->backlog_lock);

    // Not overwritten meanwhile: these places are free only when `indexed` has passed them.
    for (uint64_t n = 0; n < count; n++) {
        const EventPostings *event = &run->backlog[(from + n) % BACKLOG];
        for (int j = 0; j < CB_TAGS_PER_EVENT; j++) *postings++ = event->posting[j];
    }
    return (size_t)count;
}

static void *indexer_main(void *argument) {
    Run *run = argument;
    CBError error = {0};
    Posting *postings = malloc(sizeof *postings * INDEX_BATCH * CB_TAGS_PER_EVENT);
    int code = postings ? 0 : fail(&error, ENOMEM, "index");
    for (size_t count; !code && (count = next_batch(run, postings));) {
        uint64_t indexed = run->store->indexed + count;
        code = commit_postings(run->store, postings, count * CB_TAGS_PER_EVENT, indexed, &error);
        if (code) break;
        pthread_mutex_lock(&run->backlog_lock);
        run->indexed += count;
        pthread_cond_broadcast(&run->backlog_shrunk);
        pthread_mutex_unlock(&run->backlog_lock);
    }
    free(postings);
    if (code) run_failed(run, &error);
    return NULL;
}

// MARK: The run

static int run_init(Run *run, CBStore *store, int gather_microseconds) {
    *run = (Run){.store = store, .gather_microseconds = gather_microseconds};
    atomic_init(&run->next_event, store->head);
    atomic_init(&run->stop, false);
    run->backlog = malloc(sizeof *run->backlog * BACKLOG);
    if (!run->backlog) return ENOMEM;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&run->queue_lock, NULL);
    pthread_mutex_init(&run->backlog_lock, NULL);
    pthread_mutex_init(&run->failure_lock, NULL);
    pthread_cond_init(&run->arrived, &monotonic);
    pthread_cond_init(&run->backlog_grown, &monotonic);
    pthread_cond_init(&run->backlog_shrunk, NULL);
    pthread_cond_init(&run->failed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return 0;
}

static void run_destroy(Run *run) {
    pthread_cond_destroy(&run->failed);
    pthread_cond_destroy(&run->backlog_shrunk);
    pthread_cond_destroy(&run->backlog_grown);
    pthread_cond_destroy(&run->arrived);
    pthread_mutex_destroy(&run->failure_lock);
    pthread_mutex_destroy(&run->backlog_lock);
    pthread_mutex_destroy(&run->queue_lock);
    free(run->backlog);
}

/// Starts a thread; a failure to do so is the run's.
static bool start(Run *run, pthread_t *thread, void *(*body)(void *), void *argument) {
    int code = pthread_create(thread, NULL, body, argument);
    if (!code) return true;
    CBError error = {0};
    fail(&error, code, "start a thread");
    run_failed(run, &error);
    return false;
}

static void wait_for(Run *run, double seconds) {
    struct timespec deadline = after(seconds);
    int code = 0;
    pthread_mutex_lock(&run->failure_lock);
    while (!code && !run->failure.code) code = pthread_cond_timedwait(&run->failed, &run->failure_lock, &deadline);
    pthread_mutex_unlock(&run->failure_lock);
}

/// Runs the clients to their end, while committer and indexer run.
static void run_clients(Run *run, Client *clients, int count, double seconds) {
    int started = 0;
    while (started < count) {
        Client *client = &clients[started];
        client->run = run;
        pthread_cond_init(&client->answered, NULL);
        if (!start(run, &client->thread, client_main, client)) {
            pthread_cond_destroy(&client->answered);
            break;
        }
        started++;
    }
    wait_for(run, seconds);
    atomic_store(&run->stop, true);
    for (int n = 0; n < started; n++) {
        pthread_join(clients[n].thread, NULL);
        pthread_cond_destroy(&clients[n].answered);
    }
}

static void end_committer(Run *run, pthread_t committer) {
    pthread_mutex_lock(&run->queue_lock);
    run->clients_ended = true;
    pthread_cond_signal(&run->arrived);
    pthread_mutex_unlock(&run->queue_lock);
    pthread_join(committer, NULL);
}

static void end_indexer(Run *run, pthread_t indexer) {
    pthread_mutex_lock(&run->backlog_lock);
    run->log_ended = true;
    pthread_cond_signal(&run->backlog_grown);
    pthread_mutex_unlock(&run->backlog_lock);
    pthread_join(indexer, NULL);
}

int cb_group_run(
    CBStore *store, int clients, double seconds, int gather_microseconds, CBGroupRun *result, CBError *error) {
    *result = (CBGroupRun){0};
    if (clients < 1 || !(seconds > 0)) return fail(error, EINVAL, "a group run needs clients and time");
    if (store->indexed != store->head) return fail(error, EINVAL, "events before a group run are not indexed");
    Client *all = calloc((size_t)clients, sizeof *all);
    if (!all) return fail(error, ENOMEM, "clients");
    Run run;
    int code = run_init(&run, store, gather_microseconds);
    if (code) {
        free(all);
        return fail(error, code, "group run");
    }

    uint64_t head_before = store->head;
    pthread_t committer, indexer;
    double start_time = monotonic_seconds(), end_time = start_time;
    if (start(&run, &indexer, indexer_main, &run)) {
        if (start(&run, &committer, committer_main, &run)) {
            run_clients(&run, all, clients, seconds);
            end_time = monotonic_seconds();
            end_committer(&run, committer);
            pthread_mutex_lock(&run.backlog_lock);
            result->behind = run.handed_over - run.indexed;
            pthread_mutex_unlock(&run.backlog_lock);
        }
        end_indexer(&run, indexer);
    }
    result->events = store->head - head_before;
    result->commits = run.commits;
    result->seconds = end_time - start_time;
    result->drain_seconds = monotonic_seconds() - end_time;
    code = run.failure.code;
    if (code && error) *error = run.failure;
    run_destroy(&run);
    free(all);
    return code;
}
