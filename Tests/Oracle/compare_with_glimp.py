#!/usr/bin/env python3
"""Compares a Glimp data directory with the oracle's computation of the same network."""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import temporal_network_oracle as oracle  # noqa: E402  (beside this file, wherever it is called from)

HELP = """\
Compare what a Glimp data directory holds with what the rules imply.

The directory must hold exactly one network, applied with `--historical`:

    tools/temporal-network-to-commands FILE | glimp apply --historical --data DIR -
    Tests/Oracle/compare_with_glimp.py --glimp PATH --data DIR FILE

Compared are
  - `log stats`, and every event's position, type and time (`log read`);
  - for every user (--totals): all friends with their shared glimps, in order,
    and how many glimps were received and sent;
  - for some users (--users, a sample by --seed): every item of gallery, sent
    and requests, and of shared with some of the friends, paged in small steps.

Requests are compared as they must be seen now: one whose time is up is gone.
Items that were answered in the same second may come in any order."""

EPILOG = """\
exit codes: 0 equal, 1 different (the first differences are named), 64 usage,
65 the network is malformed, 69 no such file, directory or program"""

# glimp's JSON, in one place.

LIST = {"total": "total", "items": "items", "cursor": "cursor", "position": "position"}
STATS = {"events": "events", "position": "position", "by_type": "by_type"}
EVENT = {"position": "position", "type": "type", "time": "time", "tags": "tags"}
FRIEND = {"username": "username", "id": "userId", "shared": "sharedGlimps"}
PERSON = {"username": "username", "id": "userId"}
GLIMP = {
    "request": "request",
    "asker": "asker",
    "answerer": "answerer",
    "answered_at": "answeredAt",
    "photo": "photo",
}
REQUEST = {"request": "request", "asker": "asker", "answerer": "answerer", "expires_at": "expiresAt"}
REQUESTS = {"incoming": "incoming", "outgoing": "outgoing"}
APPLIED = {"applied": "applied", "refused": "refused", "events": "events", "position": "position"}
REQUEST_TAG = "glimp:"  # a request's events carry its id after this


class Mismatch(Exception):
    """Glimp's answer cannot be compared at all: no answer, not JSON, a field missing."""


class Report:
    """Collects differences; all are counted, the first are kept."""

    def __init__(self, limit):
        self.limit, self.count, self.checks, self.first = limit, 0, 0, []
        self.lock = threading.Lock()

    def differs(self, where, message):
        with self.lock:
            self.count += 1
            if len(self.first) < self.limit:
                self.first.append(f"{where}: {message}")

    def checked(self):
        with self.lock:
            self.checks += 1

    def equal(self, where, found, expected):
        self.checked()
        if found != expected:
            self.differs(where, f"expected {brief(expected)}, found {brief(found)}")
        return found == expected

    def sequence(self, where, found, expected):
        """Names the first item that differs rather than showing two long lists."""
        self.checked()
        for i, (a, b) in enumerate(zip(found, expected)):
            if a != b:
                return self.differs(f"{where}, item {i}", f"expected {brief(b)}, found {brief(a)}")
        if len(found) != len(expected):
            self.differs(where, f"expected {len(expected)} items, found {len(found)}")


def brief(value):
    text = json.dumps(value, default=str)
    return text if len(text) <= 200 else text[:200] + "…"


def microseconds(text):
    """An RFC 3339 time as microseconds since 1970, whatever its fraction or offset."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", str(text))
    if not match:
        raise Mismatch(f"not an RFC 3339 time: {brief(text)}")
    moment = datetime.fromisoformat(match[1].upper() + ("+00:00" if match[3] in "Zz" else match[3]))
    fraction = (match[2] or "").ljust(6, "0")[:6]
    return int(moment.timestamp()) * 1_000_000 + int(fraction)


def field(value, name):
    if not isinstance(value, dict) or name not in value:
        raise Mismatch(f"no field '{name}' in {brief(value)}")
    return value[name]


class Glimp:
    """Runs the program and reads its JSON."""

    def __init__(self, path, data):
        self.path, self.data = path, data

    def run(self, *arguments):
        command = [self.path, *arguments, "--json", "--data", self.data]
        result = subprocess.run(command, capture_output=True, timeout=600)
        if result.returncode != 0:
            message = result.stderr.decode("utf-8", "replace").strip()
            raise Mismatch(f"'{' '.join(arguments)}' ended with {result.returncode}: {message[-500:]}")
        return result.stdout

    def object(self, *arguments):
        output = self.run(*arguments)
        try:
            return json.loads(output)
        except ValueError as error:
            raise Mismatch(f"'{' '.join(arguments)}' printed no JSON object: {error}") from None

    def lines(self, *arguments):
        for number, line in enumerate(self.run(*arguments).splitlines(), 1):
            try:
                yield json.loads(line)
            except ValueError as error:
                raise Mismatch(f"'{' '.join(arguments)}', line {number}: {error}") from None

    def pages(self, arguments, limit, part=None):
        """(total, items, position) of a whole list; `part` names one of an answer's lists."""
        cursor, items, total, position = None, [], None, None
        while True:
            more = ["--cursor", cursor] if cursor else []
            answer = self.object("query", *arguments, "--limit", str(limit), *more)
            page = field(answer, part) if part else answer
            if total is None:
                total, position = field(page, LIST["total"]), field(answer, LIST["position"])
            fresh = field(page, LIST["items"])
            if len(fresh) > limit:
                raise Mismatch(f"'{' '.join(arguments)}' gave {len(fresh)} items for --limit {limit}")
            items += fresh
            cursor = page.get(LIST["cursor"])
            if not cursor:
                return total, items, position
            if not fresh or len(items) > total:
                raise Mismatch(f"'{' '.join(arguments)}' has a cursor but no more items ({len(items)} of {total})")


class Comparison:
    def __init__(self, glimp, world, report, now):
        self.glimp, self.report, self.now = glimp, report, now
        self.world, self.expected = world, oracle.summary(world)
        self.users = self.expected["users"]
        self.shared = {frozenset(pair["users"]): pair["shared"] for pair in self.expected["pairs"]}
        self.ordinals = {}  # request id -> ordinal
        self.ids = {}  # username -> user id, as first seen
        self.photos = {}  # request id -> photo, as first seen

    # The log.

    def applied(self, path):
        """What `glimp apply --json` printed when the directory was new."""
        with open(path, encoding="utf-8") as file:
            found = json.loads(file.read().strip().splitlines()[-1])
        for name in APPLIED:
            self.report.equal(f"apply, {name}", found.get(APPLIED[name]), self.expected["counts"][name])

    def stats(self):
        found = self.glimp.object("log", "stats")
        expected = self.expected["counts"]
        for name in ("events", "position"):
            self.report.equal(f"log stats, {name}", found.get(STATS[name]), expected[name])
        by_type = {type: n for type, n in field(found, STATS["by_type"]).items() if n}
        for type in sorted(set(by_type) | set(expected["by_type"])):
            self.report.equal(f"log stats, {type}", by_type.get(type, 0), expected["by_type"].get(type, 0))

    def log(self):
        """Every event in order; learns which id belongs to which request."""
        found = []
        of_request = []
        for event in self.glimp.lines("log", "read"):
            type = field(event, EVENT["type"])
            found.append((field(event, EVENT["position"]), type, microseconds(field(event, EVENT["time"]))))
            ids = [tag[len(REQUEST_TAG) :] for tag in field(event, EVENT["tags"]) if tag.startswith(REQUEST_TAG)]
            if type == "GlimpRequested" and ids:
                self.report.equal(f"request {ids[0]} asked twice", ids[0] in self.ordinals, False)
                self.ordinals.setdefault(ids[0], len(self.ordinals) + 1)
            if type.startswith("Glimp") and ids:
                of_request.append((field(event, EVENT["position"]), type, self.ordinals.get(ids[0])))
        events = self.world.events
        self.report.sequence("log read", found, [(e.position, e.type, e.time * 1_000_000) for e in events])
        self.report.sequence(
            "log read, requests by ordinal",
            in_any_order_within(of_request, self.tied_expiries()),
            in_any_order_within([(e.position, e.type, e.request) for e in events if e.request], self.tied_expiries()),
        )

    def tied_expiries(self):
        """Maps the position of an expiry to its due time: those of one moment may come in any order."""
        return {e.position: e.time for e in self.world.events if e.type == "GlimpExpired"}

    # The read models.

    def friends(self, user, limit):
        where = f"friends of {user}"
        expected = self.users[user]["friends"]
        total, items, position = self.glimp.pages(["friends", user], limit)
        self.report.equal(f"{where}, position", position, self.expected["counts"]["position"])
        self.report.equal(f"{where}, total", total, len(expected))
        asked = {request["answerer"] for request in self.still_open(user, "outgoing")}
        ordered = sorted(expected, key=lambda f: (f["username"] in asked, -f["shared"], f["username"]))
        self.report.sequence(
            where,
            [(field(item, FRIEND["username"]), field(item, FRIEND["shared"])) for item in items],
            [(friend["username"], friend["shared"]) for friend in ordered],
        )
        for item in items:
            self.same_id(where, field(item, FRIEND["username"]), field(item, FRIEND["id"]))

    def totals(self, user):
        for query, name in (("gallery", "received"), ("sent", "sent")):
            answer = self.glimp.object("query", query, user, "--limit", "1")
            expected = self.users[user][name]["total"]
            self.report.equal(f"{query} of {user}, total", field(answer, LIST["total"]), expected)

    def gallery(self, user):
        expected = self.users[user]["received"]["items"]
        self.glimps(["gallery", user], [(user, g["answerer"], g["answeredAt"], g["request"]) for g in expected])

    def sent(self, user):
        expected = self.users[user]["sent"]["items"]
        self.glimps(["sent", user], [(g["asker"], user, g["answeredAt"], g["request"]) for g in expected])

    def shared_with(self, user, other):
        received, sent = self.users[user]["received"]["items"], self.users[user]["sent"]["items"]
        both = [(g["position"], user, other, g) for g in received if g["answerer"] == other]
        both += [(g["position"], other, user, g) for g in sent if g["asker"] == other]
        both.sort(key=lambda row: -row[0])
        expected = [(asker, answerer, g["answeredAt"], g["request"]) for _, asker, answerer, g in both]
        self.report.equal(f"oracle, glimps of {user} and {other}", len(expected), self.shared[frozenset((user, other))])
        self.glimps(["shared", user, other], expected)

    def glimps(self, query, expected):
        where = " ".join(query)
        total, items, _ = self.glimp.pages(query, page_size(len(expected)))
        self.report.equal(f"{where}, total", total, len(expected))
        found = []
        for item in items:
            request = field(item, GLIMP["request"])
            asker = self.person(where, field(item, GLIMP["asker"]))
            answerer = self.person(where, field(item, GLIMP["answerer"]))
            answered_at = microseconds(field(item, GLIMP["answered_at"]))
            found.append((asker, answerer, answered_at, self.ordinal(where, request)))
            photo = self.photos.setdefault(request, field(item, GLIMP["photo"]))
            self.report.equal(f"{where}, photo of {request}", field(item, GLIMP["photo"]), photo)
        expected = [(asker, answerer, microseconds(at), request) for asker, answerer, at, request in expected]
        times = [row[2] for row in found]
        self.report.equal(f"{where}, newest first", times, sorted(times, reverse=True))
        newest_first = lambda row: (-row[2], row[3])  # noqa: E731
        self.report.sequence(where, sorted(found, key=newest_first), sorted(expected, key=newest_first))

    def requests(self, user):
        for direction, other in (("incoming", "asker"), ("outgoing", "answerer")):
            where = f"requests of {user}, {direction}"
            expected = self.still_open(user, direction)
            total, items, _ = self.glimp.pages(["requests", user], page_size(len(expected)), REQUESTS[direction])
            self.report.equal(f"{where}, total", total, len(expected))
            self.report.sequence(
                where,
                [
                    (
                        self.person(where, field(item, REQUEST[other])),
                        microseconds(field(item, REQUEST["expires_at"])),
                        self.ordinal(where, field(item, REQUEST["request"])),
                    )
                    for item in items
                ],
                [(r[other], microseconds(r["expiresAt"]), r["request"]) for r in expected],
            )

    def still_open(self, user, direction):
        return [r for r in self.users[user]["requests"][direction] if microseconds(r["expiresAt"]) > self.now]

    def no_photo_twice(self):
        seen = {}
        for request, photo in self.photos.items():
            first = seen.setdefault(json.dumps(photo, sort_keys=True), request)
            self.report.equal(f"the photo of {request} is also that of", first, request)

    # Ids are Glimp's own; they only have to be the same everywhere.

    def person(self, where, person):
        username = field(person, PERSON["username"])
        self.same_id(where, username, field(person, PERSON["id"]))
        return username

    def same_id(self, where, username, id):
        self.report.equal(f"{where}, id of {username}", id, self.ids.setdefault(username, id))

    def ordinal(self, where, request):
        if request not in self.ordinals:
            self.report.differs(where, f"request {request} is not in the log")
        return self.ordinals.get(request, 0)


def in_any_order_within(rows, group):
    """Sorts by ordinal the neighbouring rows whose positions are in the same group."""
    result, run, current = [], [], None
    for row in rows:
        key = group.get(row[0])
        if run and key != current:
            result += relabelled(run)
            run = []
        if key is None:
            result.append(row)
        else:
            current = key
            run.append(row)
    return result + relabelled(run)


def relabelled(run):
    ordinals = sorted((row[2] or 0) for row in run)
    return [(position, type, ordinal) for (position, type, _), ordinal in zip(run, ordinals)]


def page_size(count):
    """Small enough to need the cursor, large enough for about eight calls."""
    return max(3, min(100, -(-count // 8)))


def chosen(users, how_many, seed, what):
    """A sample in the order of the list; 'all' or a number of users."""
    users = list(users)
    count = len(users) if how_many == "all" else min(int(how_many), len(users))
    return [users[i] for i in sorted(random.Random(f"{seed} {what}").sample(range(len(users)), count))]


def count_or_all(text):
    if text != "all" and not text.isdigit():
        raise argparse.ArgumentTypeError(f"a number or 'all', not '{text}'")
    return text


def compare(comparison, options):
    """Runs every check; one that cannot be made is itself a difference."""
    report = comparison.report

    def attempt(where, check, *arguments):
        try:
            check(*arguments)
        except (Mismatch, subprocess.TimeoutExpired) as error:
            report.differs(where, str(error))
        except (TypeError, AttributeError, KeyError) as error:
            report.differs(where, f"an answer of another form than expected: {error!r}")

    def progress(what, done=None, of=None):
        if sys.stderr.isatty():
            print(f"\r\033[K{what}" + (f" {done}/{of}" if of else ""), end="", file=sys.stderr, flush=True)

    if options.apply_output:
        attempt("apply", comparison.applied, options.apply_output)
    progress("log")
    attempt("log stats", comparison.stats)
    attempt("log read", comparison.log)

    everyone = chosen(comparison.users, options.totals, options.seed, "totals")
    sample = chosen(comparison.users, options.users, options.seed, "users")

    def overview(user):
        attempt(f"friends of {user}", comparison.friends, user, 500)
        attempt(f"totals of {user}", comparison.totals, user)

    def closely(user):
        friends = comparison.users[user]["friends"]
        attempt(f"friends of {user}", comparison.friends, user, page_size(len(friends)))
        attempt(f"gallery of {user}", comparison.gallery, user)
        attempt(f"sent of {user}", comparison.sent, user)
        attempt(f"requests of {user}", comparison.requests, user)
        for friend in chosen(friends, "3", f"{options.seed} {user}", "friends"):
            attempt(f"shared {user} {friend['username']}", comparison.shared_with, user, friend["username"])

    with ThreadPoolExecutor(options.jobs) as pool:
        for what, users, check in (("users", everyone, overview), ("users closely", sample, closely)):
            for done, _ in enumerate(pool.map(check, users), 1):
                progress(what, done, len(users))
    comparison.no_photo_twice()
    progress("")
    return len(everyone), len(sample)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(64, f"{self.prog}: {message}\nTry '{self.prog} --help'.\n")


def parse_options():
    parser = Parser(description=HELP, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="the network, plain or gzip")
    parser.add_argument("--glimp", required=True, metavar="PATH", help="the program")
    parser.add_argument("--data", required=True, metavar="DIR", help="its data directory")
    parser.add_argument("--users", default="40", type=count_or_all, metavar="N|all", help="compared closely (40)")
    parser.add_argument("--totals", default="all", type=count_or_all, metavar="N|all", help="compared briefly (all)")
    parser.add_argument("--seed", type=int, help="chooses the sample; printed (at random)")
    parser.add_argument("--apply-output", metavar="FILE", help="what `glimp apply --json` printed, to be compared too")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="queries at once (2)")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="differences that are named (20)")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
    for path in (options.file, options.glimp, options.data, options.apply_output):
        if path and not os.path.exists(path):
            parser.exit(69, f"{parser.prog}: {path}: no such file or directory\n")
    return parser, options


def main():
    parser, options = parse_options()
    try:
        messages = oracle.read_messages(options.file)
    except (ValueError, EOFError, OSError) as error:
        parser.exit(65, f"{parser.prog}: {options.file}: {error}\n")
    report = Report(options.show)
    glimp = Glimp(os.path.abspath(options.glimp), options.data)
    now = int(datetime.now(timezone.utc).timestamp() * 1_000_000)
    comparison = Comparison(glimp, oracle.simulate(messages), report, now)
    everyone, sample = compare(comparison, options)

    print(
        f"{report.checks} comparisons: the log, {everyone} users, {sample} of them closely "
        f"(seed {options.seed}); {report.count} differences"
    )
    for difference in report.first:
        print(f"  {difference}")
    if report.count > len(report.first):
        print(f"  … and {report.count - len(report.first)} more")
    return 1 if report.count else 0


if __name__ == "__main__":
    sys.exit(main())
