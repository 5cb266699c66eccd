"""Attacks on passwords, tokens, and the patience of those who own them."""

import concurrent.futures

from target import KEYS, OLD_CLIENTS, PASSWORD, PUBLIC, OldPerson, Person, Process, Server

ATTACKER = "127.0.0.2"
GUESSES = 300


def log_in(server, contract, email, password, source="127.0.0.1"):
    if contract == "native":
        return server.call("POST", "/api/sessions", {"email": email, "password": password}, source=source)
    path = {"lslp-v0": "/login", "lslp-v1": "/v1/users/login", "slp": "/v2/users/login"}[contract]
    return server.old(contract, "POST", path, {"email": email, "password": password}, source=source)


def wrong_passwords_keep_the_owner_out(numbers):
    with Server(*OLD_CLIENTS) as server:
        for contract in ("native", *KEYS):
            victim = OldPerson(server) if contract == "slp" else Person(server)
            refused = [log_in(server, contract, victim.email, f"guess-{numbers.getrandbits(32)}", ATTACKER).status
                       for _ in range(40)]
            reply = log_in(server, contract, victim.email, PASSWORD)
            yield (f"40 wrong passwords from another address, by {contract}", "the owner gets in",
                   f"{len(set(refused))} kinds of refusal, then {reply.status}", reply.status in (200, 201))


def many_guesses_at_once(numbers):
    with Server() as server:
        victim = Person(server)
        guesses = [f"guess-{numbers.getrandbits(32)}" for _ in range(GUESSES)]
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            replies = list(pool.map(lambda guess: log_in(server, "native", victim.email, guess, ATTACKER), guesses))
        checked = sum(reply.status == 401 for reply in replies)
        yield (f"{GUESSES} guesses at once", "at most 20 are checked", f"{checked} were", 0 < checked <= 20)
        late = log_in(server, "native", victim.email, "guess", ATTACKER)
        wait = late.headers.get("retry-after", "")
        yield ("one more", "429 with a Retry-After of more than a second",
               f"{late.status}, Retry-After {wait or 'missing'}",
               late.status == 429 and wait.isdigit() and 1 < int(wait) <= 86_400)


def guessing_with_a_stolen_session(numbers):
    with Server() as server:
        victim = Person(server)
        statuses = [victim.call("PUT", "/api/me/password", {
            "current_password": f"guess-{numbers.getrandbits(32)}", "new_password": "Another-fine-1!"}).status
            for _ in range(60)]
        yield ("60 wrong current passwords", "guessing ends with 429", f"{statuses.count(429)} of 60 were 429",
            429 in statuses)
        left = Person(server)
        for words, document in (("nothing", None), ("an empty object", {}),
            ("a wrong password", {"current_password": "guess-guess"})):
            reply = left.call("DELETE", "/api/me", document)
            yield (f"DELETE /api/me with a token and {words}", "the account stays", f"{reply.status} {reply.code}",
                   reply.status >= 400 and left.call("GET", "/api/me").status == 200)


def weak_passwords(_):
    with Server(*OLD_CLIENTS, "--partyquest") as server:
        tries = [
            ("native", "aaaaaaaa", lambda word: server.call("POST", "/api/accounts", {
                "email": "weak1@example.com", "password": word, "nickname": "weak1"})),
            ("native", "password", lambda word: server.call("POST", "/api/accounts", {
                "email": "weak2@example.com", "password": word, "nickname": "weak2"})),
            ("lslp-v0", "1", lambda word: server.old("lslp-v0", "POST", "/join", {
                "email": "weak3@example.com", "password": word, "nick": "weak3"})),
            ("lslp-v1", "1", lambda word: server.old("lslp-v1", "POST", "/v1/users/join", {
                "email": "weak4@example.com", "password": word, "nick": "weak4"})),
            ("slp", "password", lambda word: server.old("slp", "POST", "/v1/users/join", {
                "email": "weak5@example.com", "password": word, "nickname": "weak5"})),
            ("partyquest", "password", lambda word: server.call("POST", "/auth/signup", {
                "email": "weak6@example.com", "password": word, "nickname": "weak6"})),
        ]
        for contract, word, sign_up in tries:
            reply = sign_up(word)
            yield (f"sign up by {contract} with '{word}'", "refused", f"{reply.status} {reply.code}",
                   400 <= reply.status < 500 and reply.status != 404)


def partyquest_where_nobody_asked_for_it(_):
    with Server(*PUBLIC) as server:
        reply = server.call("POST", "/auth/signup", {"email": "pq@example.com", "password": PASSWORD, "nickname": "pq"})
        yield ("POST /auth/signup on a server without PartyQuest", "404", f"{reply.status}", reply.status == 404)


def guessing_the_operators_token(numbers):
    code, errors = Process.result("serve", "--port", "0", "--operator-token", "short-token")
    yield ("serve --operator-token short-token", "refused at once", errors[:120] or f"exit {code}",
        code not in (0, None))
    token = "a-long-operator-token-for-this-run"
    with Server("--operator-token", token) as server:
        statuses = []
        for _ in range(100):
            guess = f"{numbers.getrandbits(256):x}"
            statuses.append(server.call("POST", "/api/imports", {}, guess, source=ATTACKER).status)
        yield ("100 wrong operator tokens", "guessing ends with 429", f"{statuses.count(429)} of 100 were 429",
            429 in statuses)
        reply = server.call("POST", "/api/imports", {}, token)
        yield ("then the right one from elsewhere", "it counts", f"{reply.status} {reply.code}",
            reply.status not in (401, 429))


ATTACKS = [
    wrong_passwords_keep_the_owner_out, many_guesses_at_once, guessing_with_a_stolen_session, weak_passwords,
    partyquest_where_nobody_asked_for_it, guessing_the_operators_token,
]
