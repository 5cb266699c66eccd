"""Prints the software bill of materials of a program, as CycloneDX JSON: sbom.py PROGRAM VERSION

It names the Debian packages of the libraries that the program loads, found by ldd and dpkg, and what is linked into it.
The same program on the same system gives the same bytes; SOURCE_DATE_EPOCH is its time.
"""

import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid


def main(program, version):
    packages = {owner(library) for library in loaded(program) | loaded_later()} | {"libjs-leaflet"}
    parts = linked() + [debian(package) for package in sorted(packages)]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(
                int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc).isoformat(),
            "component": {
                "type": "application", "bom-ref": "fourcuts", "name": "fourcuts", "version": version,
                "licenses": [{"license": {"id": "MIT"}}],
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(program.read_bytes()).hexdigest()}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": "fourcuts", "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    name = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(bill))
    print(json.dumps({**bill, "serialNumber": f"urn:uuid:{name}"}, indent=2))


def loaded(program):
    """The files that the dynamic linker loads."""
    lines = output("ldd", program)
    if missing := re.findall(r"(\S+) => not found", lines):
        sys.exit(f"{program} needs {', '.join(missing)}, which is not on this machine; run 'make setup'.")
    return set(re.findall(r"(/\S+) \(0x", lines))


def loaded_later():
    """What Sources/CLibraries/CImages loads when it is needed, which ldd does not know, and what that needs."""
    known = dict(re.findall(r"(\S+) \(.*\) => (\S+)", output("/sbin/ldconfig", "-p")))
    files = [known[name] for name in ["libvips.so.42", "libjpeg.so.62", "libgobject-2.0.so.0"]]
    return set(files).union(*map(loaded, files))


def owner(library):
    """The Debian package of a file. With /lib as a link to /usr/lib, dpkg may know it by either path."""
    real = os.path.realpath(library)
    for path in [library, real, real.removeprefix("/usr"), "/usr" + library]:
        found = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"{library} is in no Debian package: the program would not run elsewhere. Link it statically, "
        "or remove it.")


def debian(package):
    architecture, version = output(
        "dpkg-query", "--show", "--showformat=${Architecture} ${Version}\n", package).splitlines()[0].split()
    address = f"pkg:deb/debian/{package}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}"
    return component(package, version, address + f"&distro={system()}")


def linked():
    """What is in the program itself: the Swift libraries with their ICU, and the parser of HTTP."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    llhttp = output("dpkg-query", "--show", "--showformat=${Version}", "node-llhttp")
    exception = [{"expression": "Apache-2.0 WITH Swift-exception"}]
    return [
        component("swift", swift, f"pkg:github/swiftlang/swift@{swift}", exception),
        component("swift-corelibs-libdispatch", swift, f"pkg:github/swiftlang/swift-corelibs-libdispatch@{swift}",
                  exception),
        component("swift-foundation", swift, f"pkg:github/swiftlang/swift-foundation@{swift}", exception),
        component("swift-foundation-icu", swift, f"pkg:github/swiftlang/swift-foundation-icu@{swift}",
                  [{"license": {"id": "Unicode-3.0"}}]),
        component("llhttp", llhttp, f"pkg:deb/debian/node-llhttp@{llhttp.replace('+', '%2B')}?distro={system()}",
                  [{"license": {"id": "MIT"}}]),
    ]


def component(name, version, address, licenses=None):
    part = {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
    return {**part, "licenses": licenses} if licenses else part


@functools.cache
def system():
    values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', pathlib.Path("/etc/os-release").read_text(), re.M))
    return f"{values['ID']}-{values['VERSION_ID']}"


def output(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "LC_ALL": "C"}).stdout


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
