"""Two nodes of the service, broken in the ways that the article Deployment describes."""

import itertools
import threading
import time

from clients import Client, NodeClient
from databases import Databases
from failover import Writers, kill_the_primary, wait_for
from fronts import HAProxy
from listeners import Listeners
from machines import APPS, ROOT, Machines
from nodes import Node

ACCOUNT_PASSWORD = "Four-cuts-at-9pm!"
LISTENERS = 500
CUT_SECONDS = 30
NEAR = "/api/booths/near?lat=37.4979&lon=127.0276&limit="


def service_on_two_nodes(program):
    with Machines(program) as machines:
        databases = Databases(machines)
        databases.start()
        databases.make_database()
        HAProxy(machines)
        # The first checks of the proxy.
        time.sleep(3)
        service = Service(machines)
        yield from service.nodes_agree("service: two nodes start at once on an empty database")
        yield from kill_the_primary(databases, "service", ServiceWriter(service), service.stored)
        yield from service.message_numbers("service: numbers of messages after the failover")
        yield from cut_from_the_database(service)
        yield from killed_under_listeners(service)


class Service:
    """Both nodes with the sample catalogue, an account and a channel of its own."""

    def __init__(self, machines):
        key = machines.write(machines.directory / "fourcuts.key", "k" * 43 + "\n")
        self.nodes = {name: Node(machines, name, key) for name in APPS}
        for node in self.nodes.values():
            node.start()
        for node in self.nodes.values():
            node.wait_until_ready()
        # A copy that the user of the commands can read.
        booths = machines.write(machines.directory / "booths.csv", (ROOT / "Data/booths.sample.csv").read_text())
        self.nodes["app1"].run("import", "--source", "sample", "--quiet", booths)
        self.client = Client(machines.certificate[0], timeout=40)
        # The checks of the proxy.
        wait_for(lambda: self.client.call("GET", "/healthz").status == 200, 10)
        self.emails = []
        owner = self.sign_up("mina@example.com", "127.3.0.1")
        if owner.status != 201:
            raise RuntimeError(f"The sign-up gave {owner.status}: {owner.body[:200]}")
        self.token = owner.json["tokens"]["access_token"]
        workspace = self.make("/api/workspaces", {"name": "cluster"})["id"]
        self.channel = self.make(f"/api/workspaces/{workspace}/channels", {"name": "load", "kind": "closed"})["id"]

    def sign_up(self, email, source):
        document = {"email": email, "password": ACCOUNT_PASSWORD, "nickname": email.split("@")[0]}
        return self.client.call("POST", "/api/accounts", document, source=source)

    def make(self, path, document):
        reply = self.client.call("POST", path, document, self.token)
        if reply.status not in (200, 201):
            raise RuntimeError(f"POST {path}: {reply.status} {reply.body[:200]}")
        return reply.json

    def send(self, text, client=None):
        """A message whose text is its idempotency key, too."""
        path = f"/api/channels/{self.channel}/messages"
        return (client or self.client).call("POST", path, {"text": text, "key": text}, self.token)

    def messages(self, client=None):
        """All messages of the channel, by sequence."""
        found = []
        while True:
            after = found[-1]["sequence"] if found else 0
            path = f"/api/channels/{self.channel}/messages?after={after}&limit=100"
            page = (client or self.client).call("GET", path, token=self.token)
            if page.status != 200:
                raise RuntimeError(f"GET {path}: {page.status} {page.body[:200]}")
            if not page.json["items"]:
                return found
            found += page.json["items"]

    def stored(self):
        """The keys of `ServiceWriter` that are stored: texts of messages, and e-mail addresses that can log in."""
        texts = [message["text"] for message in self.messages()]
        return texts + [email for email in self.emails if self.can_log_in(email)]

    def can_log_in(self, email):
        source = f"127.5.{len(email)}.{sum(email.encode()) % 250 + 1}"
        document = {"email": email, "password": ACCOUNT_PASSWORD}
        return self.client.call("POST", "/api/sessions", document, source=source).status in (200, 201)

    def message_numbers(self, what):
        sequences = [message["sequence"] for message in self.messages()]
        is_complete = sequences == list(range(1, len(sequences) + 1))
        observed = f"{len(sequences)} messages{'' if is_complete else ' with gaps'}"
        yield what, "1, 2, 3, … without gaps", observed, is_complete

    def nodes_agree(self, what):
        """Messages and booths are the same on both, each asked directly, soon."""
        clients = [NodeClient(node.address) for node in self.nodes.values()]

        def view(client):
            return client.call("GET", NEAR + "50").json, self.messages(client)

        def is_same():
            first, second = map(view, clients)
            return first == second and first[0]["count"] > 0

        started = time.monotonic()
        agree = wait_for(is_same, 15)
        yield what, "both show the same within 15 s", f"{time.monotonic() - started:.1f} s", agree


class ServiceWriter:
    """Sends messages; the first writer signs people up."""

    def __init__(self, service):
        self.service, self.numbers = service, itertools.count(1)

    def __call__(self, writer, number):
        return self.sign_up() if writer == 0 else self.send(f"{writer}-{number}")

    def listened(self, writer, number):
        """Messages alone, at a rate that a Python program can receive 500 times."""
        time.sleep(0.5)
        return self.send(f"listened-{writer}-{number}")

    def send(self, text):
        if (reply := self.service.send(text)).status != 201:
            raise RuntimeError(f"{reply.status} {reply.body[:200]}")
        return text

    def sign_up(self):
        """Each with an address of its own: one that got no answer may be signed up or not."""
        number = next(self.numbers)
        email = f"person{number}@example.com"
        if self.service.sign_up(email, f"127.4.{number // 250}.{number % 250 + 1}").status != 201:
            return None
        self.service.emails.append(email)
        # Hashing passwords takes most of the machine otherwise.
        time.sleep(0.5)
        return email


def cut_from_the_database(service):
    """One node reaches no database for a while."""
    cut, other = service.nodes["app2"], service.nodes["app1"]
    client, reads, writes, proxied = NodeClient(cut.address), [], [], []
    cut.cut()
    end = time.monotonic() + CUT_SECONDS
    loads = [
        threading.Thread(target=repeat, args=(lambda: reads.append(timed_read(client)), end, 0.2)),
        # Several at once, because each may wait until its timeout.
        *(threading.Thread(target=repeat, args=(lambda: writes.append(timed_write(service, client)), end, 1))
          for _ in range(5)),
        threading.Thread(target=repeat, args=(lambda: proxied.append(
            (time.monotonic(), service.send(f"proxied-{len(proxied)}").status)), end, 0.5)),
    ]
    for load in loads:
        load.start()
    other.run("booths", "close", "1")
    for load in loads:
        load.join()
    cut.heal()
    statuses, slowest = {status for status, _ in reads}, max(seconds for _, seconds in reads)
    yield (f"node cut from the database for {CUT_SECONDS} s: its {len(reads)} booth reads", "all 200, within a second",
           f"{sorted(statuses)}, slowest {slowest:.2f} s", statuses == {200} and slowest < 1)
    refused = [seconds for reply, seconds in writes if reply.status == 503 and "retry-after" in reply.headers]
    yield (f"its {len(writes)} writes", "all 503 with Retry-After",
           f"{len(refused)} of {len(writes)}, slowest {max(refused, default=0):.0f} s", 0 < len(refused) == len(writes))
    late = [status for instant, status in proxied if instant > end - CUT_SECONDS + 10]
    yield ("writes by the proxy, from 10 s after the cut", "all by the other node",
           f"{late.count(201)} of {len(late)} are 201", 0 < late.count(201) == len(late))
    yield from service.nodes_agree("after healing")
    kept = [message["text"] for message in service.messages()]
    lost = [number for number, (_, status) in enumerate(proxied) if status == 201 and f"proxied-{number}" not in kept]
    yield "acknowledged writes during the cut", "none lost", f"{len(lost)} of {len(proxied)} lost", not lost


def repeat(action, end, pause):
    while time.monotonic() < end:
        action()
        time.sleep(pause)


def timed_write(service, client):
    started = time.monotonic()
    reply = service.send("while-cut", client)
    return reply, time.monotonic() - started


def timed_read(client):
    started = time.monotonic()
    reply = client.call("GET", NEAR + "5")
    return reply.status, time.monotonic() - started


def killed_under_listeners(service):
    """A node dies under many listeners. They come back on the other, each with its last revision."""
    before = {message["id"] for message in service.messages()}
    path = f"/api/channels/{service.channel}/events"
    with Listeners(service.client.context, path, service.token, LISTENERS) as listeners:
        subscribed = listeners.wait_until_subscribed(120)
        yield f"{LISTENERS} listeners", "all subscribed", f"{subscribed}", subscribed == LISTENERS
        with Writers(ServiceWriter(service).listened) as writers:
            time.sleep(5)
            killed = time.monotonic()
            service.nodes["app1"].process.kill()
            cut_off = listeners.wait_for_breaks(15)
            came_back = listeners.wait_until_subscribed(60)
            seconds = time.monotonic() - killed
            time.sleep(5)
        expected = {message["id"] for message in service.messages()} - before
        complete = wait_for(lambda: listeners.have(expected), 30)
        yield (f"a node is killed under them; {cut_off} lose their connection", "all come back within 60 s",
               f"{came_back} of {LISTENERS} after {seconds:.1f} s", came_back == LISTENERS and cut_off > 0)
        missed, repeated = listeners.missed(expected), listeners.repeated(expected)
        yield (f"{len(expected)} messages meanwhile, {sum(writers.errors.values())} failed attempts",
               "each listener got each once", f"{missed} missed, {repeated} repeated",
               bool(expected) and complete and not missed and not repeated)
