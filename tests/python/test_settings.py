"""Settings and presets: the names, values and messages of the command line."""

import json
import re

import numpy as np
import pytest
from common import ROOT, call, refusal, same

import isonoise


def test_messages_are_those_of_the_command_line():
    for settings in (
        {"octaves": 0}, {"octaves": "many"}, {"octaves": 33}, {"octaves": float("nan")}, {"dim": 5}, {"dim": 2.5},
        {"seed": -1}, {"seed": 2**32}, {"fractal": "rigged"}, {"algorithm": "simplex"}, {"frequency": 0},
        {"period": "8,x"}, {"period": "8"}, {"algorithm": "slope"}, {"algorithm": "diagonal", "seed": 1},
        {"flow": 1, "dim": 3}, {"lacunarity": 2.5, "period": "3,3", "octaves": 3}, {"filter_width": -1},
        {"fractal": "é" * 100}, {"fractal": "a\nb"},
    ):
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
        with pytest.raises(ValueError) as caught:
            pytest.fail(repr(isonoise.Noise(**settings)))
        assert str(caught.value) == refusal("sample", *flags)


def test_values():
    assert isonoise.Noise(octaves=np.float32(0.1) + 1).settings["octaves"] == pytest.approx(1.1)
    assert isonoise.Noise(octaves=np.int16(3)) == isonoise.Noise(octaves=3) == isonoise.Noise(octaves="3")
    assert isonoise.Noise(period=[4, 8]) == isonoise.Noise(period=np.array([4, 8])) == isonoise.Noise(period="4,8")
    assert isonoise.Noise(dim=1, period=8) == isonoise.Noise(dim=1, period=(8,))
    assert isonoise.Noise(dim=np.array(1), period=np.array(8)) == isonoise.Noise(dim=1, period=(8,))
    assert isonoise.Noise(**{"filter-width": 0.5}) == isonoise.Noise(filter_width=0.5)
    assert isonoise.Noise(seed=4294967295).settings["seed"] == 4294967295
    assert isonoise.Noise(frequency=0.1).settings["frequency"] == 0.1
    for settings, message in (
        ({"octave": 3}, "unknown setting 'octave', did you mean octaves? There are algorithm, dim, seed, "),
        ({"zzz": 3}, "unknown setting 'zzz'; There are algorithm, "),
        ({"octaves": None}, "octaves: expected a number or text, got None"),
        ({"octaves": True}, "octaves: expected a number or text, got True"),
        ({"octaves": [3]}, "octaves: expected a number or text, got [3]"),
        ({"octaves": 3j}, "octaves: expected a number or text, got 3j"),
        ({"fractal": b"fbm"}, "fractal: expected a number or text, got b'fbm'"),
        ({"period": ()}, "period: expected numbers or text, got ()"),
        ({"period": np.array(None)}, "period: expected numbers or text, got None"),
        ({"period": ("4", 4)}, "period: expected numbers or text, got ('4', 4)"),
        ({"filter_width": object}, "filter_width: expected a number or text, got <class 'object'>"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
            isonoise.Noise(**settings)
    for value in (10**5000, -(10**5000), 1e308, float("inf")):
        with pytest.raises(ValueError, match="^seed: expected a whole number from 0 to 4294967295, got '"):
            isonoise.Noise(seed=value)
    with pytest.raises(TypeError):
        isonoise.Noise(3)


@pytest.mark.parametrize("text, printed", [
    ("\udcff", "'\\udcff'"), ("\ud800", "'\\ud800'"), ("fbm\0", "'fbm\\0'"), ("\0", "'\\0'"),
    ("fbm\udc80", "'fbm\\udc80'"),
    ("6\0", "'6\\0'"), ("9" * 100_000, "'999"), ("é" * 100_000, "'é"), ("\udcff" * 100_000, "'"), ("\x1b[2J", "'"),
], ids=range(10))
def test_no_text_stops_a_message(text, printed):
    """What C cannot read, or nobody can: refused by the setting's name, in one line."""
    for name in isonoise.Noise().settings:
        with pytest.raises(ValueError) as caught:
            isonoise.Noise(**{name: text})
        message = str(caught.value)
        assert re.match(f"^{name.replace('_', '-')}: expected .*, got {re.escape(printed)}", message)
        assert len(message) < 1000 and message.encode() and message.isprintable()
        with pytest.raises(ValueError):
            isonoise.Noise().replace(**{name: text})
    with pytest.raises(TypeError) as caught:
        isonoise.Noise(**{text: 1})
    assert str(caught.value).startswith("unknown setting '") and len(str(caught.value)) < 1000
    assert str(caught.value).isprintable()
    for path in (text, text + ".json", f"folder/{text}"):
        with pytest.raises((ValueError, OSError)) as caught:
            isonoise.Noise.from_preset(path)
        assert not isinstance(caught.value, UnicodeError)
        assert "'" in str(caught.value) and str(caught.value).isprintable()
    with pytest.raises((ValueError, OSError)) as caught:
        isonoise.Noise.from_preset(text.encode("utf-8", "surrogatepass"))
    assert not isinstance(caught.value, UnicodeError)


def test_presets_with_texts_that_c_cannot_read(tmp_path):
    for text in ("\\udcff", "fbm\\u0000", "\\ud800"):
        for key in ("fractal", "scene", "algorithm"):
            (tmp_path / "wrong.json").write_text(f'{{"schema": 1, "{key}": "{text}"}}')
            with pytest.raises(ValueError, match=f": {key}: expected one of .*, got '") as caught:
                isonoise.Noise.from_preset(tmp_path / "wrong.json")
            assert not isinstance(caught.value, UnicodeError) and str(caught.value).isprintable()


def test_presets_are_those_of_the_repository():
    files = {path.stem: path for path in (ROOT / "app/presets").glob("*.json")}
    assert isonoise.presets() == tuple(sorted(files))


SCENES = re.findall(r"^SCENE\((\w+)\)", (ROOT / "app/scene/scenes.def").read_text(), re.M)


@pytest.mark.parametrize("name", sorted({*(path.stem for path in (ROOT / "app/presets").glob("*.json")), *SCENES}))
def test_presets_have_the_bits_of_bake(name, tmp_path):
    noise = isonoise.Noise.from_preset(name)
    shape = (32, 12, 8, 64)[-noise.dim:]
    size = "x".join(map(str, reversed(shape)))
    baked = np.frombuffer(call("bake", name, f"--size={size}", "--format=raw32f", "-o", "-"), "<f4").reshape(shape)
    same(noise.grid(shape), baked)
    if (ROOT / f"app/presets/{name}.json").exists():
        assert isonoise.Noise.from_preset(ROOT / f"app/presets/{name}.json") == noise


@pytest.mark.parametrize("preset", [
    {"schema": 1},
    {"schema": 1, "octaves": 3, "seed": 9},
    {"schema": 1, "scene": "terrain"},
    {"schema": 1, "scene": "terrain", "fractal": "ridged"},
    {"fractal": "billow", "scene": "terrain", "schema": 1, "colormap": "magma"},
    {"schema": 1, "scene": "clouds", "octaves": 1.5},
    {"schema": 1, "fractal": "turbulence"},
    {"schema": 1, "dim": 3, "period": [8, 4, 2], "scene": "map"},
    {"schema": 1, "period": 0, "range": None},
], ids=str)
def test_own_presets_have_the_bits_of_bake(preset, tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(preset), encoding="utf-8-sig")
    noise = isonoise.Noise.from_preset(path)
    shape = (3, 7, 20, 40)[-noise.dim:]
    size = "x".join(map(str, reversed(shape)))
    baked = np.frombuffer(call("bake", str(path), f"--size={size}", "--format=raw32f", "-o", "-"), "<f4")
    same(noise.grid(shape), baked.reshape(shape))
    assert isonoise.Noise.from_preset(str(path)) == noise == isonoise.Noise.from_preset(bytes(path))


# Decimals next to the midpoint of two floats, which is a double.
HALFWAY = ("0.50000002980232238769531249999", "0.50000002980232238769531250001", "0.5000000298023223876953125",
           "0.50000008940696716308593749999", "0.10000000521540641784667968750001", "70064923216240853e-62")


@pytest.mark.parametrize("digits", HALFWAY)
def test_a_number_is_rounded_once(digits, tmp_path):
    path = tmp_path / "own.json"
    path.write_text(f'{{"schema": 1, "persistence": {digits}, "filter-width": {digits}}}')
    assert isonoise.Noise.from_preset(path) == isonoise.Noise(persistence=digits, filter_width=digits)


@pytest.mark.parametrize("digits", HALFWAY)
def test_a_double_has_the_float_of_numpy(digits):
    number = float(digits)
    assert np.float32(isonoise.Noise(persistence=number).settings["persistence"]) == np.float32(number)


@pytest.mark.parametrize("text", [
    '{}', '[]', '3', '{"schema": "1"}', '{"schema": 0}', '{"schema": true}', '{"schema": 2}', '{"schema": 1.5}',
    '{"schema": 1, "octaves": "6"}', '{"schema": 1, "octaves": 99}', '{"schema": 1, "fractal": 3}',
    '{"schema": 1, "octaves": [6]}', '{"schema": 1, "period": [1, "2"]}', '{"schema": 1, "scene": "moon"}',
    '{"schema": 1, "octaves": 2, "octaves": 3}', '{"schema": 1, "period": [4]}', '{"schema": 1, "octaves": null}',
    '{"schema": 1, "octaves": [6.5, 1.50]}', '{"schema": 1, "octaves": 0.50}', '{"schema": 1, "octaves": {"a": 1}}',
    '{"schema": 1, "dim": 7}', '{"schema": 1, "fractal": "rigged", "scene": "terrain"}',
])
def test_wrong_presets_get_the_message_of_the_command_line(text, tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text(text)
    with pytest.raises(ValueError) as caught:
        isonoise.Noise.from_preset(path)
    assert str(caught.value) == refusal("bake", str(path), "--size=8x8", "--format=raw32f", "-o", str(tmp_path / "x"))


def test_other_wrong_presets(tmp_path):
    def refuses(message, data):
        path = tmp_path / "wrong.json"
        path.write_bytes(data)
        with pytest.raises(ValueError, match=f"^'{re.escape(str(path))}': {message}"):
            isonoise.Noise.from_preset(path)

    refuses("not a JSON preset: ", b"")
    refuses("not a JSON preset: ", b'{"schema": 1')
    refuses("not a JSON preset: ", b'{"schema": 1, "octaves": NaN}')
    refuses("not a JSON preset: ", b'\xff\xfe')
    refuses("not a JSON preset: ", b'{"schema": 1, "octaves": ' + b"9" * 10000 + b"}")
    refuses("not a preset: it is nested too deeply", b"[" * 100_000)
    refuses("not a preset: it is larger than 1 MiB", b" " * (2**20 + 1))
    with pytest.raises(FileNotFoundError, match="^no file and no built-in preset is called 'alps'; there are anatomy"):
        isonoise.Noise.from_preset("alps")
    with pytest.raises(FileNotFoundError):
        isonoise.Noise.from_preset(tmp_path / "missing.json")
    with pytest.raises(IsADirectoryError):
        isonoise.Noise.from_preset(tmp_path)
    with pytest.raises(ValueError, match="^the name of the preset is empty$"):
        isonoise.Noise.from_preset("")
    with pytest.raises(TypeError, match="^expected a preset's path or name, got 3$"):
        isonoise.Noise.from_preset(3)
