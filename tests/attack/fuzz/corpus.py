"""The inputs kept for the fuzzers: corpus/TARGET.txt has one a line, "NAME BYTES". Printable ASCII stands for itself,
except for a space at the end; a backslash is \\\\, a line feed \\n, and any other byte \\xNN. replay.cpp reads them too."""
import hashlib
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")


def escape(data):
    return re.sub(rb"[^ -\[\]-~]| \Z", lambda byte: {b"\\": b"\\\\", b"\n": b"\\n"}.get(byte[0], b"\\x%02x" % byte[0][0]),
                  data)


def unescape(text):
    return re.sub(rb"\\(x..|.)", lambda code: {b"\\": b"\\", b"n": b"\n"}.get(code[1]) or bytes([int(code[1][1:], 16)]),
                  text)


def path_of(target):
    return os.path.join(FOLDER, f"{target}.txt")


def read(target):
    """{name: bytes} in the order of the file, which is that of the names."""
    with open(path_of(target), "rb") as file:
        lines = [line.partition(b" ") for line in file.read().splitlines()]
    return {name.decode(): unescape(text) for name, _, text in lines}


def add(target, data):
    """Keeps an input; returns its name, or None if it is kept already."""
    inputs = read(target)
    if data in inputs.values():
        return None
    name = f"found-{hashlib.sha1(data).hexdigest()[:8]}"
    inputs[name] = data
    with open(path_of(target), "wb") as file:
        file.writelines((f"{name} ".encode() + escape(inputs[name])).rstrip(b" ") + b"\n" for name in sorted(inputs))
    return name


def unpack(target, folder):
    """Writes each input as a file, as libFuzzer reads them."""
    os.makedirs(folder, exist_ok=True)
    for name, data in read(target).items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
