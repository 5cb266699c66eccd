"""Attacks on the shop by those who show no token."""

import concurrent.futures
import json

from target import OLD_CLIENTS, Gateway, Person, Server, until
from wire import Connection

PRICE = 9900


class OpenShop:
    def __init__(self, gateway, server):
        self.gateway, self.server = gateway, server
        self.post = Person(server).made("/api/posts", {"kind": "album", "title": "Album", "text": "", "price": PRICE})[
            "id"]

    def claim(self, transaction, source="127.0.0.1"):
        return self.server.old("lslp-v1", "POST", "/v1/payments/validation", {
            "imp_uid": transaction, "post_id": self.post}, source=source)

    def send_webhooks(self, transactions):
        """How many of a stranger's messages were taken, over one connection."""
        taken = 0
        with Connection(self.server.port, "127.0.0.3") as connection:
            for transaction in transactions:
                connection.send("POST", "/api/webhooks/portone-v1", {"Content-Type": "application/json"},
                                json.dumps({"imp_uid": transaction, "status": "paid"}).encode())
                taken += connection.reply("POST").status == 200
        return taken


def made_up_claims_close_the_shop(numbers):
    with Gateway() as gateway, Server(*gateway.options, *OLD_CLIENTS) as server:
        shop = OpenShop(gateway, server)
        names = [f"imp_{numbers.getrandbits(40):012d}" for _ in range(100)]
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            replies = list(pool.map(lambda name: shop.claim(name, "127.0.0.2"), names))
        refused = sum(reply.status >= 400 for reply in replies)
        for words, source in (("another address", "127.0.0.1"), ("the same address", "127.0.0.2")):
            reply = shop.claim(gateway.pay(PRICE), source)
            yield (f"100 made-up imp_uid at once, then a real one from {words}", "200",
                   f"{refused} refused, then {reply.status}", refused == 100 and reply.status == 200)


def unsigned_messages_fill_the_queue(numbers):
    with Gateway() as gateway, Server(*gateway.options, *OLD_CLIENTS) as server:
        shop = OpenShop(gateway, server)
        real = gateway.pay(PRICE)
        gateway.behave(operation="get", delay_ms=1500)
        names = [[f"imp_{numbers.getrandbits(48):015d}" for _ in range(2000)] for _ in range(6)]
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            taken = sum(pool.map(shop.send_webhooks, names))
        yield ("12000 unsigned messages at a slow gateway", "fewer than 1000 are kept", f"{taken} were", taken < 1000)
        reply = shop.claim(real)
        yield ("a real claim meanwhile", "200", f"{reply.status} {reply.code}", reply.status == 200)
        gateway.behave(operation="get")
        settled = until(lambda: shop.claim(gateway.pay(PRICE)).status == 200, 10)
        yield ("another when the gateway is well again", "200", "200" if settled else "refused for 10 s", settled)


ATTACKS = [made_up_claims_close_the_shop, unsigned_messages_fill_the_queue]
