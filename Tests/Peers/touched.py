"""Counts what a server touches for one answer: instructions, cache lines of 64 bytes, pages of 4 KB.

    make touched DATA_DIR=DIRECTORY QUERIES=nearest.csv

It starts a server, asks for the nearest ten booths at the coordinates of a file, one after the other, and prints
medians. The server records its registers before each instruction (`harness/touched.c`), from the receipt of a request
to the next wait for events. What the kernel does for it is not counted. Needs an x86-64 processor, and Debian's
python3-capstone to decode instructions.
"""

import argparse
import collections
import csv
import http.client
import os
import pathlib
import signal
import socket
import statistics
import struct
import subprocess
import tempfile
import time

import capstone
from capstone import x86

# As harness/touched.c records them.
NAMES = "r8 r9 r10 r11 r12 r13 r14 r15 rdi rsi rbp rbx rdx rax rcx rsp rip".split()
HEAD, STEP = struct.Struct("<QQ"), struct.Struct(f"<{len(NAMES)}Q")
LINE, PAGE = 6, 12
WARMING_UP = 200


class Memory:
    """The mappings of a process, and its code, decoded once."""

    def __init__(self, process):
        self.ranges = []
        for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
            words = line.split(maxsplit=5)
            start, end = (int(word, 16) for word in words[0].split("-"))
            self.ranges.append((start, end, self.kind(words[1], words[5] if len(words) > 5 else "")))
        self.file = open(f"/proc/{process}/mem", "rb", buffering=0)
        self.decoder = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
        self.decoder.detail = True
        self.instructions = {}

    @staticmethod
    def kind(access, file):
        if "x" in access:
            return "code"
        return "catalogue" if file.endswith(".segment") else "other data"

    def kind_at(self, address):
        return next((kind for start, end, kind in self.ranges if start <= address < end), "other data")

    def instruction(self, address):
        """Its size, and its operands in memory as base, index, scale, offset and size."""
        if found := self.instructions.get(address):
            return found
        self.file.seek(address)
        code = self.file.read(15)
        decoded = next(self.decoder.disasm(code, address, 1), None)
        if not decoded:
            raise RuntimeError(f"No instruction is known: {code.hex()} at {address:x}.")
        found = self.instructions[address] = decoded.size, tuple(self.operands(decoded))
        return found

    def operands(self, decoded):
        name = decoded.mnemonic.split()[-1]
        if name.startswith(("push", "call")):
            yield "rsp", None, 1, -8, 8
        if name.startswith(("pop", "ret")):
            yield "rsp", None, 1, 0, 8
        if name == "lea" or name.startswith("nop"):
            return
        for operand in decoded.operands:
            if operand.type != x86.X86_OP_MEM:
                continue
            offset, base = operand.mem.disp, self.register(decoded, operand.mem.base)
            if base == "rip":
                offset, base = offset + decoded.address + decoded.size, None
            if operand.mem.segment == x86.X86_REG_FS:
                base = base or "fs"
            yield base, self.register(decoded, operand.mem.index), operand.mem.scale, offset, operand.size

    @staticmethod
    def register(decoded, number):
        return decoded.reg_name(number) if number else None

    def touched(self, trace):
        """The number of instructions of a trace, and lines and pages by kind."""
        count, fs = HEAD.unpack_from(trace)
        lines = collections.defaultdict(set)
        for step in range(count):
            values = dict(zip(NAMES, STEP.unpack_from(trace, HEAD.size + step * STEP.size)), fs=fs)
            size, operands = self.instruction(values["rip"])
            add(lines["code"], values["rip"], size)
            for base, index, scale, offset, size in operands:
                address = (values[base] if base else 0) + (values[index] * scale if index else 0) + offset
                add(lines[self.kind_at(address % 2**64)], address % 2**64, size)
        return count, {kind: (len(each), len({line >> PAGE - LINE for line in each})) for kind, each in lines.items()}


def add(lines, address, size):
    lines.update(range(address >> LINE, (address + max(1, size) - 1 >> LINE) + 1))


def traces(options, directory):
    """A server's memory, and its trace of each request after the first ones."""
    file = directory / "trace"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {
        "LD_PRELOAD": str(pathlib.Path(options.recorder).resolve()), "TOUCHED": str(file), "FOURCUTS_PORT": str(port),
        "FOURCUTS_DATA_DIR": options.data_dir, "FOURCUTS_RATE_LIMIT": "off",
        # The decoder does not know all of these.
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW"}
    with subprocess.Popen([options.program, "serve"], env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            connection = connected(port)
            # So that the catalogue's file is checked, and nothing is done for the first time.
            time.sleep(options.wait)
            for number, path in enumerate(paths(options)):
                if number < WARMING_UP:
                    get(connection, path)
                    continue
                file.write_bytes(b"")
                get(connection, path)
                while len(trace := file.read_bytes()) < HEAD.size or len(trace) < (
                        HEAD.size + HEAD.unpack_from(trace)[0] * STEP.size):
                    time.sleep(0.01)
                yield server.pid, trace
        finally:
            server.send_signal(signal.SIGTERM)


def paths(options):
    with open(options.queries, newline="") as file:
        for row, _ in zip(csv.DictReader(file), range(WARMING_UP + options.requests)):
            yield options.path or f"/api/booths/near?lat={row['latitude']}&lon={row['longitude']}&limit=10"


def connected(port):
    deadline = time.monotonic() + 60
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            get(connection, "/readyz")
            return connection
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def get(connection, path):
    connection.putrequest("GET", path, skip_accept_encoding=True)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status} {body.decode()}")
    return body


def main():
    options = parse()
    memory, found = None, []
    with tempfile.TemporaryDirectory() as directory:
        for process, trace in traces(options, pathlib.Path(directory)):
            memory = memory or Memory(process)
            found.append(memory.touched(trace))
    print(f"{'instructions':12} {statistics.median(count for count, _ in found):,.0f}")
    for kind in sorted({kind for _, figures in found for kind in figures}):
        show(kind, [figures.get(kind, (0, 0)) for _, figures in found])
    show("all", [[sum(part) for part in zip(*figures.values())] for _, figures in found])


def show(name, figures):
    lines, pages = (statistics.median(part) for part in zip(*figures))
    print(f"{name:12} {lines:,.0f} lines, {pages:,.0f} pages")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--recorder", required=True, help="harness/touched.c as a shared library")
    parser.add_argument("--data-dir", required=True, help="of a server that does not run")
    parser.add_argument("--queries", required=True, help="a table with the columns latitude and longitude")
    parser.add_argument("--path", help="ask for this each time instead")
    parser.add_argument("--requests", type=int, default=20, help="of which medians are taken")
    parser.add_argument("--wait", type=int, default=5, help="seconds before the first request")
    return parser.parse_args()


if __name__ == "__main__":
    main()
