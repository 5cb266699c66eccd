"""Servers to measure, requests by wrk, and the processor time that both take."""

import contextlib
import json
import os
import resource
import subprocess
import pathlib

from machines import descendants, status

CORES = sorted(os.sched_getaffinity(0))
TICKS = os.sysconf("SC_CLK_TCK")

# Requests in turn from a list; the figures as one line of JSON at the end.
WRK_SCRIPT = """
local requests, number = {{}}, 0
init = function()
{lines}
end
request = function()
  number = number % #requests + 1
  return requests[number]
end
done = function(summary, latency)
  io.write(string.format(
    '{{"requests":%d,"microseconds":%d,"failed":%d,"p50":%.1f,"p99":%.1f}}\\n', summary.requests, summary.duration,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write
      + summary.errors.timeout, latency:percentile(50), latency:percentile(99)))
end
"""


class Server:
    """`fourcuts serve` on a port of this machine."""

    def __init__(self, machines, name, port, database=None, key=None):
        self.machines, self.name, self.port = machines, name, port
        self.data = machines.make_directory(name)
        self.environment = {
            "FOURCUTS_DATA_DIR": str(self.data), "FOURCUTS_PORT": str(port), "FOURCUTS_ACCESS_TTL": "7200",
            "FOURCUTS_RATE_LIMIT": "off", "NO_COLOR": "1"}
        if database:
            self.environment |= {"FOURCUTS_DATABASE": database, "FOURCUTS_KEY_FILE": str(key)}

    def start(self):
        self.process = self.machines.start(self.name, [self.machines.program, "serve"], self.environment)

    def wait_until_ready(self):
        self.process.wait_until(lambda: status("127.0.0.1", self.port, "/healthz")[0] == 200, 120, "readiness")

    def pin(self, cores):
        for task in pathlib.Path(f"/proc/{self.process.process.pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(task.name), cores)

    def processor_seconds(self):
        return processor_seconds(self.process)


def processor_seconds(process):
    """That a process and those below it have taken so far, with those that have ended."""
    total = 0
    for pid in descendants(process.process.pid):
        with contextlib.suppress(OSError):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += sum(map(int, fields[11:15]))
    return total / TICKS


class Requests:
    """A list of requests that wrk sends in turn."""

    def __init__(self, machines, name, requests):
        """Each request is a method, a path, header fields, and a body or None."""
        lines = []
        for method, path, headers, body in requests:
            fields = ", ".join(f"[{json.dumps(field)}] = {json.dumps(value)}" for field, value in headers.items())
            content = json.dumps(body) if body is not None else "nil"
            lines.append(f"requests[#requests + 1] = wrk.format('{method}', '{path}', {{{fields}}}, {content})")
        # A function in Lua has a limit of constants.
        chunks = ["  (function()\n" + "\n".join(lines[at:at + 50]) + "\n  end)()" for at in range(0, len(lines), 50)]
        self.script = machines.write(
            machines.directory / f"{name}.lua", WRK_SCRIPT.format(lines=";\n".join(chunks)))

    def send(self, servers, connections, seconds, cores=None):
        """Sends to servers at once, with so many connections to each, and adds up what came back."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        runs = [self.start(server, connections, seconds, cores or CORES) for server in servers]
        busy = sum(server.processor_seconds() for server in servers)
        try:
            outputs = [run.communicate(timeout=seconds + 60)[0] for run in runs]
        except BaseException:
            for run in runs:
                run.kill()
            raise
        busy = sum(server.processor_seconds() for server in servers) - busy
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        figures = [self.figures(output) for output in outputs]
        count = sum(figure["requests"] for figure in figures)
        failed = sum(figure["failed"] for figure in figures)
        if not count or failed > count / 100:
            raise RuntimeError(f"{failed} of {count} requests failed.")
        load = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {
            "count": count - failed,
            "per_second": sum(figure["requests"] / figure["microseconds"] * 1e6 for figure in figures) * (
                1 - failed / count),
            "p50_ms": max(figure["p50"] for figure in figures) / 1000,
            "p99_ms": max(figure["p99"] for figure in figures) / 1000,
            "server_us": busy / count * 1e6, "load_us": load / count * 1e6}

    def figures(self, output):
        return json.loads(output.strip().splitlines()[-1])

    def start(self, server, connections, seconds, cores):
        return subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(self.script),
             f"http://127.0.0.1:{server.port}"],
            stdout=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, cores))
