#!/usr/bin/env python3
"""Computes what Glimp must hold after a temporal network was applied to it.

This is a computation of its own: it knows the rules of the domain and the
rules by which a message becomes commands, and shares no code with
tools/temporal-network-to-commands or with Glimp.
"""

import argparse
import gzip
import heapq
import json
import re
import sys
from collections import Counter, defaultdict, namedtuple
from datetime import datetime, timezone

ANSWER_WITHIN = 24 * 60 * 60

HELP = """\
Compute the state that a temporal network (`from to unixtime`, plain or gzip)
leaves behind when it is converted to commands and applied with
`glimp apply --historical`, and print it as one JSON object. Before each
command at time t every open request with expiresAt <= t expires, earliest
first; nothing expires after the last command."""

EPILOG = """\
output:
  time           time of the last message, T
  counts
    commands     lines the converter writes
    applied      commands that were accepted
    refused      {code: how many}
    events       events in the log;  by_type: {type: how many}
    position     position of the last event
  users          {username: ...}, by number
    friends      [{username, shared}]: most glimps shared (both directions)
                 first, ties by username
    received     {total, items: [{answerer, answeredAt, request, position}]}
    sent         {total, items: [{asker, answeredAt, request, position}]}
                 newest answer first, of one second the later position first
    requests     open at T: {incoming: [{asker, requestedAt, expiresAt, request}],
                 outgoing: [{answerer, ...}]}, soonest to expire first
  pairs          [{users: [a, b], shared}] of all friends, in the order in
                 which they became friends

  Times are RFC 3339. `request` is the request's ordinal: 1 is the first
  GlimpRequested in the log. `position` is that of GlimpAnswered.

with --events, instead, one JSON object an event, in the order of the log:
  {"position", "type", "time", "users": [who did it or is concerned first, ...]}
  and "request" (the ordinal) for the three events of a request.

exit codes: 0 done, 64 usage, 65 bad data, 69 no such file"""

Event = namedtuple("Event", "position type time users request")


class Request:
    """One glimp request; `state` is open, answered or expired."""

    def __init__(self, ordinal, asker, answerer, at):
        self.ordinal, self.asker, self.answerer = ordinal, asker, answerer
        self.requested_at, self.expires_at = at, at + ANSWER_WITHIN
        self.state, self.answered_at, self.answer_position = "open", None, None


class World:
    """Everything the commands of a temporal network can touch, and the rules for each."""

    def __init__(self):
        self.events = []
        self.commands = 0
        self.refused = Counter()
        self.accounts = {}  # username -> order of registration
        self.invitations = set()  # (from, to)
        self.friendships = {}  # frozenset of two -> None, in order
        self.requests = []  # every request ever, by ordinal
        self.latest = {}  # (asker, answerer) -> their latest request
        self.deadlines = []  # heap of (expires_at, ordinal)
        self.now = None

    # One command: time passes first, then the command is decided.

    def command(self, at, decide, *arguments):
        self.commands += 1
        self.pass_time(at)
        code = decide(*arguments)
        if code:
            self.refused[code] += 1

    def pass_time(self, to):
        while self.deadlines and self.deadlines[0][0] <= to:
            due, ordinal = heapq.heappop(self.deadlines)
            request = self.requests[ordinal - 1]
            if request.state == "open":
                request.state = "expired"
                self.append("GlimpExpired", due, request.asker, request.answerer, request=ordinal)
        self.now = to

    def append(self, type, time, *users, request=None):
        self.events.append(Event(len(self.events) + 1, type, time, users, request))

    # The commands. Each returns a refusal's code, or nothing.

    def register(self, username):
        if username in self.accounts:
            return "username_taken"
        self.accounts[username] = len(self.accounts)
        self.append("AccountRegistered", self.now, username)

    def invite(self, me, friend):
        if friend not in self.accounts:
            return "user_not_found"
        if friend == me:
            return "self"
        if self.are_friends(me, friend):
            return "already_friends"
        if (me, friend) in self.invitations:
            return "already_invited"
        if (friend, me) in self.invitations:
            return self.accept(me, friend)
        self.invitations.add((me, friend))
        self.append("FriendInvited", self.now, me, friend)

    def accept(self, me, inviter):
        if (inviter, me) not in self.invitations:
            return "no_invitation"
        self.invitations.remove((inviter, me))
        self.friendships[frozenset((me, inviter))] = None
        self.append("FriendAccepted", self.now, me, inviter)

    def ask(self, me, friend):
        if not self.are_friends(me, friend):
            return "not_friends"
        if self.open_request(me, friend):
            return "request_already_open"
        request = Request(len(self.requests) + 1, me, friend, self.now)
        self.requests.append(request)
        self.latest[me, friend] = request
        heapq.heappush(self.deadlines, (request.expires_at, request.ordinal))
        self.append("GlimpRequested", self.now, me, friend, request=request.ordinal)

    def answer(self, me, request):
        if request.answerer != me:
            return "not_yours"
        if request.state == "answered":
            return "already_answered"
        if request.state == "expired" or self.now >= request.expires_at:
            return "request_expired"
        request.state, request.answered_at = "answered", self.now
        self.append("GlimpAnswered", self.now, me, request.asker, request=request.ordinal)
        request.answer_position = len(self.events)

    # What the one who sends a message can see.

    def are_friends(self, a, b):
        return frozenset((a, b)) in self.friendships

    def open_request(self, asker, answerer, at=None):
        at = self.now if at is None else at
        request = self.latest.get((asker, answerer))
        if request and request.state == "open" and at < request.expires_at:
            return request
        return None

    def message(self, sender, receiver, at):
        for person in (sender, receiver):
            if person not in self.accounts:
                self.command(at, self.register, person)
        if not self.are_friends(sender, receiver):
            self.command(at, self.invite, sender, receiver)
            self.command(at, self.accept, receiver, sender)
        asked = self.open_request(receiver, sender, at)
        if asked:
            self.command(at, self.answer, sender, asked)
        else:
            self.command(at, self.ask, sender, receiver)


def read_messages(path):
    """The messages in order of time, as (from, to, time); ValueError for a malformed file."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    rows = [(n, line.split()) for n, line in enumerate(data.decode("ascii").splitlines(), 1)]
    rows = [(n, row) for n, row in rows if row and not row[0].startswith("#")]
    if rows and not any(re.search("^[-+0-9.]+$", field) for field in rows[0][1]):
        rows = rows[1:]
    messages = []
    for number, row in rows:
        if len(row) != 3 or not all(field.isdigit() for field in row):
            raise ValueError(f"line {number} is not 'from to unixtime'")
        sender, receiver, time = map(int, row)
        if sender != receiver:
            messages.append((f"u{sender}", f"u{receiver}", time))
    messages.sort(key=lambda message: message[2])
    return messages


def simulate(messages):
    world = World()
    for message in messages:
        world.message(*message)
    return world


def rfc3339(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def counts(world):
    return {
        "commands": world.commands,
        "applied": world.commands - sum(world.refused.values()),
        "refused": dict(sorted(world.refused.items())),
        "events": len(world.events),
        "by_type": dict(sorted(Counter(event.type for event in world.events).items())),
        "position": world.events[-1].position if world.events else 0,
    }


def summary(world):
    """The JSON object described in the help text."""
    shared, received, sent = Counter(), defaultdict(list), defaultdict(list)
    incoming, outgoing = defaultdict(list), defaultdict(list)
    for request in world.requests:
        if request.state == "answered":
            shared[frozenset((request.asker, request.answerer))] += 1
            glimp = {
                "answeredAt": rfc3339(request.answered_at),
                "request": request.ordinal,
                "position": request.answer_position,
            }
            received[request.asker].append({"answerer": request.answerer, **glimp})
            sent[request.answerer].append({"asker": request.asker, **glimp})
        elif request.state == "open":
            times = {
                "requestedAt": rfc3339(request.requested_at),
                "expiresAt": rfc3339(request.expires_at),
                "request": request.ordinal,
            }
            incoming[request.answerer].append({"asker": request.asker, **times})
            outgoing[request.asker].append({"answerer": request.answerer, **times})

    friends = defaultdict(list)
    for pair in world.friendships:
        a, b = pair
        friends[a].append({"username": b, "shared": shared[pair]})
        friends[b].append({"username": a, "shared": shared[pair]})

    def newest_first(glimps):
        return {"total": len(glimps), "items": sorted(glimps, key=lambda glimp: -glimp["position"])}

    def soonest_first(requests):
        return sorted(requests, key=lambda request: (request["expiresAt"], request["request"]))

    users = {}
    for user in sorted(world.accounts, key=lambda name: int(name[1:])):
        users[user] = {
            "friends": sorted(friends[user], key=lambda friend: (-friend["shared"], friend["username"])),
            "received": newest_first(received[user]),
            "sent": newest_first(sent[user]),
            "requests": {"incoming": soonest_first(incoming[user]), "outgoing": soonest_first(outgoing[user])},
        }
    pairs = [
        {"users": sorted(pair, key=lambda name: int(name[1:])), "shared": shared[pair]} for pair in world.friendships
    ]
    time = rfc3339(world.now) if world.now is not None else None
    return {"time": time, "counts": counts(world), "users": users, "pairs": pairs}


def event_lines(world):
    for event in world.events:
        line = {
            "position": event.position,
            "type": event.type,
            "time": rfc3339(event.time),
            "users": list(event.users),
        }
        if event.request:
            line["request"] = event.request
        yield line


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(64, f"{self.prog}: {message}\nTry '{self.prog} --help'.\n")


def main():
    parser = Parser(description=HELP, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="the network, plain or gzip")
    parser.add_argument("--counts", action="store_true", help="print time and counts only")
    parser.add_argument("--events", action="store_true", help="print the expected log, one event a line")
    options = parser.parse_args()
    try:
        world = simulate(read_messages(options.file))
    except FileNotFoundError as error:
        parser.exit(69, f"{parser.prog}: {options.file}: {error.strerror}\n")
    except (ValueError, EOFError, OSError) as error:
        parser.exit(65, f"{parser.prog}: {options.file}: {error}\n")
    if options.events:
        for line in event_lines(world):
            print(json.dumps(line))
        return
    result = summary(world)
    if options.counts:
        del result["users"], result["pairs"]
    print(json.dumps(result, indent=2 if options.counts else None))


if __name__ == "__main__":
    main()
