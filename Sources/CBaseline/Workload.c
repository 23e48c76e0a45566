#include "Internal.h"

#include <pthread.h>
#include <string.h>

/// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014):
/// here a random function of its argument.
static inline uint64_t scramble(uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// An independent random function for each purpose.
enum { FOR_TYPE = 1, FOR_PAYLOAD = 2, FOR_TAG_TEXT = 3, FOR_READ = 4, FOR_TEXT = 5, FOR_TAG = 16 };

static inline uint64_t draw(uint64_t purpose, uint64_t i) {
    return scramble(scramble(purpose) ^ i);
}

static const char event_types[8][CB_TYPE_LENGTH + 1] = {
    "AccountOpened-01", "FriendsInvited-1", "FriendAccepted-1", "GlimpRequested-1",
    "GlimpAnswered-01", "GlimpDeclined-01", "SnapPublished-01", "PhotoCommented-1",
};

static const char tag_prefixes[CB_TAGS_PER_EVENT][5 + 1] = {"user:", "snap:", "pict:"};

/// Payloads are stretches of one long random text: making one costs nothing, and no two are alike.
enum { TEXT_LENGTH = 1 << 16 };
static char payload_text[TEXT_LENGTH + CB_PAYLOAD_LENGTH];
static pthread_once_t payload_text_once = PTHREAD_ONCE_INIT;

static void make_payload_text(void) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < sizeof payload_text; i++) payload_text[i] = alphabet[draw(FOR_TEXT, i) & 63];
}

CBWorkload cb_workload_default(void) {
    return (CBWorkload){.window = 300000};
}

const char *cb_event_type(uint64_t i) {
    return event_types[draw(FOR_TYPE, i) & 7];
}

const char *cb_event_payload(uint64_t i) {
    pthread_once(&payload_text_once, make_payload_text);
    return payload_text + draw(FOR_PAYLOAD, i) % TEXT_LENGTH;
}

static inline uint64_t tags_per_prefix(CBWorkload workload) {
    uint64_t count = workload.window / CB_EVENTS_PER_TAG;
    return count ? count : 1;
}

/// The k-th tag of a prefix: prefix, 16 hexadecimal digits without order, and the prefix's number.
static void write_tag(uint64_t k, int j, char *tag) {
    static const char digits[] = "0123456789abcdef";
    memcpy(tag, tag_prefixes[j], 5);
    uint64_t value = draw(FOR_TAG_TEXT, k * CB_TAGS_PER_EVENT + (uint64_t)j);
    for (int n = 0; n < 16; n++, value >>= 4) tag[5 + n] = digits[value & 15];
    tag[CB_TAG_LENGTH - 1] = (char)('0' + j);
}

void cb_event_tag(CBWorkload workload, uint64_t i, int j, char *tag) {
    uint64_t count = tags_per_prefix(workload);
    uint64_t window = workload.window ? i / workload.window : 0;
    write_tag(window * count + draw(FOR_TAG + (uint64_t)j, i) % count, j, tag);
}

void cb_read_tag(CBWorkload workload, uint64_t n, char *tag) {
    write_tag(draw(FOR_READ, n) % tags_per_prefix(workload), (int)(n % CB_TAGS_PER_EVENT), tag);
}

size_t cb_event_encode(CBWorkload workload, uint64_t i, uint8_t *record) {
    uint8_t *to = record;
    *to++ = CB_TYPE_LENGTH;
    memcpy(to, cb_event_type(i), CB_TYPE_LENGTH);
    to += CB_TYPE_LENGTH;
    *to++ = CB_TAGS_PER_EVENT;
    for (int j = 0; j < CB_TAGS_PER_EVENT; j++) {
        *to++ = CB_TAG_LENGTH;
        cb_event_tag(workload, i, j, (char *)to);
        to += CB_TAG_LENGTH;
    }
    uint32_t length = CB_PAYLOAD_LENGTH;
    memcpy(to, &length, sizeof length);
    to += sizeof length;
    memcpy(to, cb_event_payload(i), CB_PAYLOAD_LENGTH);
    return (size_t)(to + CB_PAYLOAD_LENGTH - record);
}

uint64_t cb_checksum(const void *bytes, size_t length) {
    const uint8_t *at = bytes;
    uint64_t sum = length, word;
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
    }
    for (; length; at++, length--) sum = (sum ^ *at) * 0x100000001b3ull;
    return sum;
}

uint64_t hash_tag(const char *tag) {
    uint64_t words[3] = {0};
    memcpy(words, tag, CB_TAG_LENGTH);
    return scramble(scramble(scramble(words[0]) ^ words[1]) ^ words[2]);
}

void postings_of(const uint8_t *record, uint64_t position, Posting *postings) {
    const uint8_t *tag = record + 1 + CB_TYPE_LENGTH + 1;
    for (int j = 0; j < CB_TAGS_PER_EVENT; j++, tag += 1 + CB_TAG_LENGTH)
        postings[j] = (Posting){.tag = hash_tag((const char *)tag + 1), .position = position};
}
