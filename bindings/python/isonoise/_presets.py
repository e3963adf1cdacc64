"""Presets of the viewer, as app/scene/preset.cpp reads them. Only their settings matter here."""

import functools
import json
import os
import re
from importlib import resources

from . import _isonoise
from ._quoted import quoted

__all__ = ["TEXTS", "load_preset", "presets"]
_SCHEMA = 1
_MOST_BYTES = 2**20
# The viewer's scenes, from app/scene/scenes.def.
_SCENES = re.findall(r"^SCENE\((\w+)\)", resources.files(__package__).joinpath("presets/scenes.def").read_text(), re.M)
# Defaults of all settings.
TEXTS = {name: _isonoise.get(_isonoise.create(()), name) for name, _ in _isonoise.settings()}
_WORDS = {name for name, text in TEXTS.items() if not re.match("[0-9]", text)}  # the others are numbers


@functools.cache
def presets():
    """The names of the built-in presets, for Noise.from_preset.

    >>> "terrain-alps" in presets()
    True
    """
    files = resources.files(__package__).joinpath("presets").iterdir()
    return tuple(sorted(file.name[: -len(".json")] for file in files if file.name.endswith(".json")))


def _builtin(name):
    return resources.files(__package__).joinpath("presets", name + ".json").read_bytes()


def load_preset(preset):
    """The preset's name for messages, and its settings as text."""
    try:
        path = os.fspath(preset)
    except TypeError:
        raise TypeError(f"expected a preset's path or name, got {quoted(preset)}") from None
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if not path:
        raise ValueError("the name of the preset is empty")
    if not os.path.exists(path):
        if path in presets():
            return path + ".json", _parse(_builtin(path), path + ".json")
        if path in _SCENES:
            return path, _default(path)
        if not os.path.splitext(path)[1] and os.path.basename(path) == path:
            raise FileNotFoundError(f"no file and no built-in preset is called {quoted(path)}; there are "
                                    f"{', '.join(presets())}")
    try:
        file = open(path, "rb")
    except ValueError:  # a NUL, or what is no Unicode
        raise ValueError(f"expected a preset's path or name, got {quoted(path)}") from None
    with file:
        data = file.read(_MOST_BYTES + 1)
    name = repr(path)
    if len(data) > _MOST_BYTES:
        raise ValueError(f"{name}: not a preset: it is larger than 1 MiB")
    return name, _parse(data, name)


def _default(scene, fractal=None):
    """A scene's starting point, with its own fractal or with this one."""
    texts = {}
    if scene in presets():
        texts = _parse(_builtin(scene), scene, {})
    if fractal is None or fractal == texts.get("fractal", TEXTS["fractal"]):
        return texts
    texts["fractal"] = fractal
    name = f"{scene}-{fractal}"
    return _parse(_builtin(name), name, texts) if name in presets() else texts


class _Digits(str):
    """A number as the file has it: as a double first, it would be rounded twice."""


def _json(value):
    if isinstance(value, _Digits):
        return str(value)
    if isinstance(value, list):
        return f"[{','.join(map(_json, value))}]"
    return "{...}" if isinstance(value, dict) else json.dumps(value)


def _text(name, value):
    """As the command line takes it. A value of another kind keeps its quotes or brackets, and is then refused."""
    if name in _WORDS and isinstance(value, str):
        return str(value)
    return _json(value)[1:-1] if name == "period" and isinstance(value, list) else _json(value)


def _parse(data, name, base=None):
    """Missing settings are those of `base` or, if that is None, of the preset's scene and fractal."""
    def check_pairs(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refusal(f"{name}: {key!r} appears twice")
            seen.add(key)
        return dict(pairs)

    def refuse_constant(word):
        raise ValueError(f"unexpected {word}")

    try:
        root = json.loads(data.decode("utf-8-sig"), object_pairs_hook=check_pairs, parse_float=_Digits,
                          parse_int=lambda digits: int(digits) or _Digits(digits), parse_constant=refuse_constant)
    except _Refusal as refusal:
        raise ValueError(str(refusal)) from None
    except RecursionError:
        raise ValueError(f"{name}: not a preset: it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{name}: not a JSON preset: {error}") from None
    if not isinstance(root, dict):
        raise ValueError(f"{name}: not a preset: expected a JSON object")
    schema = root.get("schema")
    if type(schema) is not int or schema < 1:
        raise ValueError(f'{name}: not a preset: expected "schema": {_SCHEMA}')
    if schema > _SCHEMA:
        raise ValueError(f"{name}: the preset has schema {schema}, this version of isonoise reads up to {_SCHEMA}")
    texts = dict(base or {})
    if base is None and "scene" in root:
        scene = root["scene"]
        if scene not in _SCENES:
            raise ValueError(f"{name}: scene: expected one of {', '.join(_SCENES)}, got {quoted(scene)}")
        fractal = root.get("fractal")
        texts = _default(scene, fractal if isinstance(fractal, str) else None)
    elif base is None and "fractal" in root:
        fractal = root["fractal"]
        texts = _default("map", fractal if isinstance(fractal, str) else None)
    texts.update((key, _text(key, value)) for key, value in root.items() if key in TEXTS)
    return texts


class _Refusal(Exception):
    """Told apart from json's ValueErrors."""
