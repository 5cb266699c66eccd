"""Attacks on what is said in private, and on people's addresses."""

import time

from target import OLD_CLIENTS, PUBLIC, OldPerson, Person, Server
from wire import Connection, WebSocket

FOREIGN = {"Origin": "https://evil.test"}
SOCKET_IO = "/socket.io/?EIO=4&transport=websocket"


class Talk:
    """A closed channel and a room of two of people who have nothing to do with the attacker."""

    def __init__(self, server):
        self.mina, self.juno = Person(server), Person(server)
        self.workspace = self.mina.made("/api/workspaces", {"name": "ours"})["id"]
        self.closed = self.mina.made(f"/api/workspaces/{self.workspace}/channels",
            {"name": "secret", "kind": "closed"})["id"]

    def say(self, text):
        self.mina.made(f"/api/channels/{self.closed}/messages", {"text": text})


def strangers_listen_by_socket_io(numbers):
    with Server(*PUBLIC) as server:
        said = f"secret-{numbers.getrandbits(64):x}"
        talk = Talk(server)
        for origin, headers in (("a foreign page", FOREIGN), ("a program", {})):
            heard, status = listen(server, talk, headers, said)
            yield (f"40/ws-channel-{talk.closed}, from {origin} without a token, then something is said there",
                   "no handshake or no message", f"handshake {status}, {'the message' if heard else 'no message'}",
                   not heard)


def listen(server, talk, headers, said):
    """Whether what is said in the closed channel is heard, and the status of the handshake."""
    with WebSocket(server.port, SOCKET_IO, headers) as socket:
        if socket.status != 101:
            talk.say(said)
            return False, socket.status
        socket.receive(5)
        for place in ("", f"/ws-channel-{talk.closed},", f"/ws-dm-{talk.closed},"):
            socket.send(f"40{place}")
        socket.receive(1)
        talk.say(said)
        return socket.receives(said, 3), socket.status


def old_clients_hear_no_native_talk_through_open_sockets(numbers):
    with Server(*OLD_CLIENTS, "--open-sockets") as server:
        said = f"secret-{numbers.getrandbits(64):x}"
        heard, status = listen(server, Talk(server), {}, said)
        yield ("an open socket in a native closed channel", "workspaces of old clients only",
               f"handshake {status}, {'the message' if heard else 'no message'}", not heard)
        with WebSocket(server.port, SOCKET_IO, FOREIGN) as socket:
            yield ("an open socket from a foreign page", "no handshake", f"handshake {socket.status}",
                socket.status != 101)


def development_keys_on_a_public_server(_):
    with Server(*PUBLIC) as server:
        yield ("serve --public-url https://…, without --app", "no keys are made",
               f"{server.greeting.count('SesacKey')} keys", "SesacKey" not in server.greeting)


def foreign_pages_open_realtime(_):
    with Server(*PUBLIC) as server:
        with WebSocket(server.port, "/api/realtime", FOREIGN) as socket:
            yield ("/api/realtime with a foreign Origin", "403", f"{socket.status}", socket.status == 403)


def members_of_a_party_read_addresses(_):
    with Server(*OLD_CLIENTS) as server:
        owner, member, spy = Person(server), Person(server), OldPerson(server)
        party = owner.made("/api/parties", {"name": "public", "is_public": True})["id"]
        for token in (member.token, spy.native):
            server.call("POST", f"/api/parties/{party}/application", token=token)
        owner.call("POST", f"/api/parties/{party}/acceptance", {"accounts": [member.id, spy.id]})
        if spy.id not in [item["person"]["id"] for item in owner.items(f"/api/parties/{party}/members")]:
            raise RuntimeError("The spy did not come into the party")
        reply = spy.call("GET", f"/v1/workspaces/{party}/members")
        seen = [person.email for person in (owner, member) if person.email.encode() in reply.body]
        yield ("GET /v1/workspaces/{party}/members with the key of SLP", "no address of native people",
               f"{reply.status}, {len(seen)} addresses", not seen)


def strangers_are_added_without_being_asked(_):
    with Server(*OLD_CLIENTS) as server:
        victim, spy = Person(server), OldPerson(server)
        made = server.form("/v1/workspaces", {"name": "trap", "description": ""},
                           [("image", "image/png", b"")],
                           headers={"SesacKey": "attack-slp", "Authorization": spy.token})
        workspace = made.json["workspace_id"]
        reply = spy.call("POST", f"/v1/workspaces/{workspace}/members", {"email": victim.email})
        joined = victim.call("GET", "/api/workspaces").json["items"]
        named = victim.email.encode() in spy.call("GET", f"/v1/workspaces/{workspace}/members").body
        yield ("POST /v1/workspaces/{id}/members with a stranger's address", "the stranger is not in it",
               f"{reply.status}, in {len(joined)} workspaces, address {'told' if named else 'not told'}",
               not joined and not named)


def whoever_takes_an_invited_address_gets_in(_):
    with Server(*PUBLIC) as server:
        owner = Person(server)
        workspace = owner.made("/api/workspaces", {"name": "ours"})["id"]
        reply = owner.call("POST", f"/api/workspaces/{workspace}/invitations", {"email": "boss@example.com"})
        taker = Person(server, email="boss@example.com")
        invitations = taker.call("GET", "/api/invitations").json["items"]
        yield ("sign up with an address that was invited before", "no invitation of before",
               f"invited {reply.status}, then {len(invitations)} found",
               not invitations)


def ended_sessions_go_on_listening(numbers):
    with Server(*PUBLIC) as server:
        said = f"later-{numbers.getrandbits(64):x}"
        talk = Talk(server)
        with Connection(server.port, timeout=3) as events, WebSocket(
                server.port, "/api/realtime", {"Authorization": f"Bearer {talk.mina.token}"}) as socket:
            events.send("GET", f"/api/channels/{talk.closed}/events", {"Authorization": f"Bearer {talk.mina.token}"})
            events.head()
            socket.receive(3)
            socket.send(f'{{"type":"subscribe","channel":{talk.closed}}}')
            socket.receive(3)
            begin = time.monotonic()
            ended = server.call("DELETE", "/api/sessions", token=talk.mina.token)
            for name, has_ended in (("server-sent events", lambda: stream_ends(events)),
                ("WebSocket", lambda: socket_ends(socket))):
                ends = has_ended()
                took = time.monotonic() - begin
                yield (f"log out everywhere while a {name} listens", "its end within 1.5 s",
                       f"logged out {ended.status}, {'ended' if ends else 'not ended'} after {took:.1f} s",
                       ends and took < 1.5)


def stream_ends(connection):
    try:
        while received := connection.receive():
            if received.endswith(b"0\r\n\r\n"):
                return True
        return True
    except TimeoutError:
        return False


def socket_ends(socket):
    while (text := socket.receive(3)) is not None:
        if text == "":
            return True
    return False


ATTACKS = [
    strangers_listen_by_socket_io, old_clients_hear_no_native_talk_through_open_sockets,
    development_keys_on_a_public_server, foreign_pages_open_realtime, members_of_a_party_read_addresses,
    strangers_are_added_without_being_asked, whoever_takes_an_invited_address_gets_in, ended_sessions_go_on_listening,
]
