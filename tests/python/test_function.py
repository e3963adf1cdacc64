"""Functions of the user: the bits of the program, parameters, files, and messages."""

import copy
import pickle
import re
import signal
import threading
import time

import numpy as np
import pytest
from common import ROOT, call, layouts, on_threads, points, refusal, same

import isonoise

FILES = sorted([*(ROOT / "functions").glob("*.glsl"), *(ROOT / "tests/functions/corpus").glob("*.glsl")])
COLOURS = """uniform float bands = 6.0;  // 1..20: how many
vec3 noise(vec2 p) { return fract(bands * perlin2_fbm(p, 3u, 6.0, 0.5, 2.0)) * vec3(1.0, 0.5, p.x); }
"""


def sampled(file, at, *flags):
    """The program's values, point by point and in a point by channel."""
    given = np.ascontiguousarray(np.asarray(at, "<f4").T).tobytes()
    return np.frombuffer(call("sample", "--format=f32", *flags, file, given=given), "<f4")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_bits_of_the_program(file):
    function = isonoise.Function(file)
    random = np.random.default_rng(5)
    at = random.uniform(-30, 30, (function.dim, 300)).astype(np.float32)
    got = function(*at)
    assert got.dtype == np.float32 and got.shape == ((300,) if function.channels == 1 else (300, function.channels))
    same(got.ravel(), sampled(file, at))
    same(function(*at, threads=0), got)
    for i in (0, 7):
        one = function(*at[:, i].tolist())
        assert type(one) is (float if function.channels == 1 else np.ndarray)
        same(np.float32(one), got[i])


def test_arrays_of_any_layout():
    function = isonoise.Function.from_text(COLOURS)
    at = points(600, 2).reshape(2, 20, 30)
    at[np.abs(at) > 1e6] = 3.5  # where the text would compute with infinities
    with np.errstate(invalid="ignore"):
        expected = function(*at.astype(np.float32))
    assert expected.shape == (20, 30, 3)
    for dtype in (np.float32, np.float64):
        for name, x in layouts(at[0].astype(dtype)):
            for other, y in layouts(at[1].astype(dtype)):
                got = function(x, y)
                assert np.array_equal(got, expected, equal_nan=True), (name, other)
    x, y = np.arange(-3, 4), np.arange(5).reshape(5, 1)
    same(function(x, y), function(*np.broadcast_arrays(x, y)))
    out = np.full((4, 5, 7, 6), 9, np.float32)[0, :, :, ::2]
    assert function(x, y, out=out) is out
    same(out, function(x, y))
    one = isonoise.Function.from_text("float noise(vec2 p) { return p.x - 2.0 * p.y; }")
    row = np.arange(6, dtype=np.float32)
    one(row, row[::-1], out=row[::-1])  # into its own coordinates
    assert row[::-1].tolist() == [-10, -7, -4, -1, 2, 5]
    pairs = np.arange(8, dtype=np.float32).reshape(4, 2)
    swap = isonoise.Function.from_text("vec2 noise(vec2 p) { return p.yx; }")
    swap(pairs[:, 0], pairs[:, 1], out=pairs)
    assert pairs.tolist() == [[1, 0], [3, 2], [5, 4], [7, 6]]
    matrix = np.zeros((3, 2), np.float32).view(np.matrix)
    assert swap(np.arange(3), 7, out=matrix) is matrix and matrix.tolist() == [[7, 0], [7, 1], [7, 2]]
    assert one(np.empty((0, 3)), 1).shape == (0, 3)
    assert one(True, False) == 1.0


def test_cells():
    file = ROOT / "functions/islands.glsl"
    function = isonoise.Function(file)
    random = np.random.default_rng(6)
    cells = random.integers(-2**40, 2**40, (2, 200))
    fractions = random.random((2, 200), np.float32)
    given = b"".join(cells[:, i].tobytes() + fractions[:, i].tobytes() for i in range(200))
    for gradient, flags in ((False, ()), (True, ("--gradient",))):
        expected = np.frombuffer(call("sample", "--format=f32", "--cells", *flags, file, given=given), "<f4")
        got = function(*fractions, cells=tuple(cells), gradient=gradient)
        values = np.column_stack([got[0], *got[1]]).ravel() if gradient else got
        same(values, expected)
    assert function(0.5, 0.25, cells=(3, -4)) == pytest.approx(function(3.5, -3.75), abs=1e-5)
    assert type(function(0.5, 0.25, cells=(3, -4))) is float
    assert function(0.5, np.zeros(3), cells=(3, np.array([[1], [2]]))).shape == (2, 3)
    texts = isonoise.Function.from_text(
        "void set(out float x) { x = 1.0; }\nfloat noise(vec2 p) { set(p.x); return p.y; }", "f.glsl")
    with pytest.raises(ValueError, match="^f.glsl:2:28: noise_cell: expected a variable of its own"):
        texts(0.5, 0.5, cells=(1, 1))


def test_grids_go_on_far_out(tmp_path):
    file = ROOT / "functions/islands.glsl"
    where = ("--size=40x30", "--step=0.0625", "--offset=1000000000.25,-3e9", "--format=raw32f", "-o", "-")
    far = isonoise.Function(file).grid((30, 40), step=0.0625, offset=(-3e9, 1000000000.25))
    same(far, np.frombuffer(call("bake", file, *where), "<f4").reshape(30, 40))
    assert len(np.unique(far)) > 600
    texts = isonoise.Function.from_text(
        "void set(out float x) { x = 1.0; }\nfloat noise(vec2 p) { set(p.x); return p.x + p.y; }")  # floats alone
    assert texts.grid((1, 2), step=0.25, offset=(8.0, 1e9)).tolist() == [[9.0, 9.0]]


def test_grids_are_those_of_bake(tmp_path):
    file = tmp_path / "f.glsl"
    file.write_text("float noise(vec3 p) { return perlin3_fbm(p, 4u, 3.0, 0.5, 2.0) / (1.0 + dot(p, p)); }")
    function = isonoise.Function(str(file))
    baked = np.frombuffer(call("bake", file, "--size=13x11x7", "--step=0.37", "--format=raw32f", "-o", "-"), "<f4")
    whole = function.grid((7, 11, 13), step=0.37)
    same(whole, baked.reshape(7, 11, 13))
    same(function.grid((3, 4, 5), step=0.37, first=(2, 3, 6), threads=2), whole[2:5, 3:7, 6:11])
    out = np.empty((7, 11, 13), np.float32, order="F")
    assert function.grid((7, 11, 13), step=0.37, out=out) is out
    same(out, whole)
    assert function.grid((2, 2, 0)).shape == (2, 2, 0) and function.grid((2**40, 0, 1)).size == 0
    plane = isonoise.Function.from_text("vec2 noise(vec2 p) { return p; }")
    gaps = np.zeros((3, 4, 4), np.float32)
    assert plane.grid((3, 4), step=1, out=gaps[::-1, :, ::2]).base is gaps
    assert gaps[2, 1].tolist() == [1, 0, 0, 0] and gaps[0, 3].tolist() == [3, 0, 2, 0]
    with np.errstate(all="raise"):
        assert np.isinf(plane.grid((2, 2), step=1e308, first=10)).any()
    colours = isonoise.Function.from_text(COLOURS).grid((40, 50), offset=(1, -2), step=(0.1, 0.2))
    y, x = 1 + 0.1 * np.arange(40)[:, None], -2 + 0.2 * np.arange(50)
    same(colours, isonoise.Function.from_text(COLOURS)(x, y))


def test_parameters(tmp_path):
    file = tmp_path / "f.glsl"
    file.write_text("uniform float k = 2.0;  // 0..5: how steep\nuniform uvec2 cell = uvec2(3u, 4u);\n"
                    "uniform bool up = true;\nuniform int n = -1;\n"
                    "float noise(vec2 p) { return (up ? k : -k) * p.x + float(cell.y) + float(n); }")
    f = isonoise.Function(file)
    assert f.parameters == {"k": 2.0, "cell": (3, 4), "up": True, "n": -1}
    assert [type(value) for value in f.parameters.values()] == [float, tuple, bool, int]
    assert f.ranges == {"k": (0.0, 5.0), "cell": None, "up": None, "n": None} and f.about["k"] == "how steep"
    g = isonoise.Function(file, k=np.float32(0.5), cell=[1, np.int8(9)], up=np.bool_(False), n=np.array(7))
    assert g(1, 0) == 15.5 and f(1, 0) == 5.0
    assert g == f.replace(**g.parameters) and g != f and hash(g) == hash(f.replace(**g.parameters))
    assert g.replace(k=5)(1, 0) == 11.0 and repr(g) == f"Function({str(file)!r}, k=0.5, cell=(1, 9), up=False, n=7)"
    same(g(*np.ones((2, 9))), sampled(file, np.ones((2, 9)), "--set=k=0.5,cell=1 9,up=false,n=7"))
    for parameters, flag in ({"k": 9}, "k=9"), ({"n": 0.5}, "n=0.5"), ({"cell": (1, 2, 3)}, "cell=1 2 3"), \
            ({"cell": -1}, "cell=-1"), ({"up": 2}, "up=2"), ({"k": -1}, "k=-1"):
        with pytest.raises(ValueError) as caught:
            f.replace(**parameters)
        assert str(caught.value) == refusal("sample", f"--set={flag}", file)
    for parameters, message in (
        ({"q": 1}, f"{file} has no parameter 'q', expected one of k, cell, up, n"),
        ({"k": "1"}, "k: expected a number, or several for a vector, got '1'"),
        ({"k": None}, "k: expected a number, or several for a vector, got None"),
        ({"cell": ()}, "cell: expected a number, or several for a vector, got ()"),
        ({"cell": (1, "2")}, "cell: expected a number, or several for a vector, got (1, '2')"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            isonoise.Function(file, **parameters)
    with pytest.raises(ValueError, match="^k: expected a number, got "):
        isonoise.Function(file, k=10**400)
    with pytest.raises(AttributeError):
        f.parameters = {}


def test_defaults_need_not_lie_in_their_range():
    f = isonoise.Function.from_text("uniform float a = 0.1;  // 0..0.1\nuniform float b;  // 1..5: of the sea\r\n"
                                    "uniform float c = 1.0 / 0.0;\nuniform int n = 3;  // 0..1e12\n"
                                    "float noise(float x) { return a + b + c + float(n) + x; }")
    assert f.parameters["b"] == 0 and f.about["b"] == "of the sea"
    for other in (copy.copy(f), pickle.loads(pickle.dumps(f)), f.replace(n=3), f.replace(a=np.float32(0.1)),
                  f.replace(a=0.1)):
        assert other == f and hash(other) == hash(f)
    assert f.replace(a=-0.0) != f.replace(a=0.0)
    for parameters, message in (
        ({"b": 0}, "b: expected a number from 1 to 5, got 0"),
        ({"n": 1e12}, "n: expected a whole number from 0 to 2147483647, got 1e+12"),
        ({"a": 0.2}, "a: expected a number from 0 to 0.1, got 0.2"),
        ({"c": 1e39}, "c: expected a number from -3.4028234663852886e+38 to 3.4028234663852886e+38, got 1e+39"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            f.replace(**parameters)


def test_files_and_includes(tmp_path):
    (tmp_path / "deeper").mkdir()
    (tmp_path / "twice.glsl").write_text("float twice(float x) { return 2.0 * x; }")
    (tmp_path / "deeper" / "b.glsl").write_text("float b(float x) { return x; }")
    file = tmp_path / "f.glsl"
    file.write_text('#include "twice.glsl"\nfloat noise(float x) { return twice(x); } // \xe9')
    f = isonoise.Function(file)
    assert f(3) == 6.0 and f.dim == 1 and f.name == str(file) and f.text == file.read_text()
    again = pickle.loads(pickle.dumps(f))
    (tmp_path / "twice.glsl").unlink()
    for other in (again, copy.copy(f), copy.deepcopy(f), pickle.loads(pickle.dumps(f))):
        assert other == f and other(3) == 6.0 and hash(other) == hash(f)
    with pytest.raises(ValueError, match="f.glsl:1:"):
        isonoise.Function(file)
    for name in ("deeper/b.glsl", "../f.glsl", str(tmp_path / "deeper/b.glsl"), "deeper", ""):
        file.write_text(f'#include "{name}"\nfloat noise(float x) {{ return x; }}')
        with pytest.raises(ValueError, match="f.glsl:1:"):
            isonoise.Function(file)
    named = tmp_path / "b\udcf6.glsl"
    named.write_bytes(b"uniform float k = 1.0;  // 0..2: H\xf6he\nfloat noise(float x) { return k * x; }")
    assert isonoise.Function(named).about == {"k": "H\ufffdhe"} and isonoise.Function(bytes(named))(2) == 2.0
    file.write_bytes(b'#include "b\xf6.glsl"\n')
    assert isonoise.Function(file)(3) == 3.0
    (tmp_path / "large.glsl").write_bytes(b" " * (2**20 + 1))
    with pytest.raises(ValueError, match="large.glsl: not a function: it is larger than 1 MiB$"):
        isonoise.Function(tmp_path / "large.glsl")
    with pytest.raises(FileNotFoundError):
        isonoise.Function(tmp_path / "none.glsl")
    text = '#include "a"\nfloat noise(float x) { return a(x); }'
    assert isonoise.Function.from_text(text.encode(), includes={"a": b"float a(float x) { return x; }"})(4) == 4.0
    with pytest.raises(TypeError, match="^includes: expected a dictionary of texts by name, got 3$"):
        isonoise.Function.from_text(text, includes=3)
    with pytest.raises(TypeError, match="^a: expected a text, got 3$"):
        isonoise.Function.from_text(text, includes={"a": 3})
    with pytest.raises(ValueError, match="^a: expected text without NUL"):
        isonoise.Function.from_text(text, includes={"a": "\0"})


def test_mistakes(tmp_path):
    file = tmp_path / "bad.glsl"
    for text in ("float noise(vec2 p) {\n    return q;\n}\n", "", "float noise(vec2 p) { while (true) {} }", "\x1b[2J",
                 "float f(float x) { return f(x); } float noise(float x) { return f(x); }", "(" * 100000, "é"):
        file.write_text(text)
        with pytest.raises(ValueError) as caught:
            isonoise.Function(file)
        assert str(caught.value) == refusal("sample", file)
    for text in (3, None, ["float noise(float x) { return x; }"], "\udcff"):
        with pytest.raises(TypeError, match="^text: expected a text, got "):
            isonoise.Function.from_text(text)
    with pytest.raises(ValueError, match="^text: expected text without NUL characters$"):
        isonoise.Function.from_text("float noise(float x) { return x; }\0")
    f = isonoise.Function.from_text("float noise(vec2 p) { return p.x; }")
    colours = isonoise.Function.from_text(COLOURS)
    for wrong, message in (
        (lambda: f(1), "expected 2 coordinates (x, y), since dim is 2, got 1"),
        (lambda: f("a", 1), "x: expected an array of numbers, got one of <U1"),
        (lambda: f(1, 2, threads=1.5), "threads: expected a whole number, got 1.5"),
        (lambda: f(np.zeros(3), 1, out=np.zeros(3)), "out: expected an array of float32 in the machine's byte order"),
        (lambda: colours(np.ma.zeros(3), 1), "expected plain NumPy arrays, since the function returns 3 numbers"),
        (lambda: f.grid((2.5, 1)), "shape: expected a whole number, got 2.5"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
            wrong()
    for wrong, message in (
        (lambda: f(np.zeros(3), np.zeros(4)), "the shapes do not broadcast: x (3,), y (4,)"),
        (lambda: colours(np.zeros(3), 1, out=np.zeros(3, np.float32)), "out: expected shape (3, 3), got (3,)"),
        (lambda: f.grid((2,)), "shape: expected 2 sizes, since dim is 2, got (2,)"),
        (lambda: f.grid((2, 2), step=np.inf), "step: expected a number, got inf"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
            wrong()


def test_other_arrays_and_threads():
    f = isonoise.Function.from_text("float noise(vec2 p) { return perlin2(p, 1u) / p.x; }")
    x = np.linspace(1, 5, 9)
    masked = f(np.ma.masked_greater(x, 3), 0.5)
    assert masked.mask.tolist() == (x > 3).tolist()
    pandas = pytest.importorskip("pandas")
    series = f(pandas.Series(x, index=list("abcdefghi")), 0.5)
    assert list(series.index) == list("abcdefghi")
    same(series.to_numpy(), f(x, 0.5))
    at = np.linspace(1, 50, 100_000)
    for result in on_threads(8, lambda _: f(at, 0.5)):
        same(result, f(at, 0.5))


def test_ctrl_c_ends_a_long_call():
    """SIGINT's handler runs during the call, on this thread."""
    f = isonoise.Function.from_text("float noise(vec2 p) { return perlin2_fbm(p, 1u, 32.0, 1.0, 2.0); }")
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        f.grid((8000, 8000))
    assert time.monotonic() - begin < 20


def test_proved_range():
    f = isonoise.Function.from_text("uniform float k = 2.0;\nvec2 noise(vec2 p) { return vec2(k * perlin2(p, 1u), p.y); }")
    assert f.proved_range() == (-2.0, 2.0) and f.replace(k=0.5).proved_range(0) == (-0.5, 0.5)
    assert f.proved_range(channel=1) is None
    with pytest.raises(ValueError, match="channel: expected a whole number from 0 to 1, got 2"):
        f.proved_range(2)
    with pytest.raises(TypeError, match="channel"):
        f.proved_range(0.5)


@pytest.mark.parametrize("name", ["islands", "rings1d", "wood", "stars", "planet"])
def test_gradients(name):
    file = next(file for file in FILES if file.stem == name)
    function = isonoise.Function(file)
    at = np.random.default_rng(6).uniform(-30, 30, (function.dim, 200)).astype(np.float32)
    value, slopes = function(*at, gradient=True)
    assert slopes.shape == (function.dim, 200) and slopes.dtype == np.float32
    same(value, function(*at))
    same(np.column_stack([value, *slopes]).ravel(), sampled(file, at, "--gradient"))
    out = np.full(200, 9, np.float32), np.full((function.dim, 200), 9, np.float32)
    assert all(a is b for a, b in zip(function(*at, gradient=True, out=out, threads=0), out))
    same(out[1], slopes)
    one, by = function(*at[:, 3].tolist(), gradient=True)
    assert type(one) is float and np.float32(one) == value[3]
    same(by, slopes[:, 3])


def test_gradients_of_grids_and_parameters():
    function = isonoise.Function.from_text("uniform float k = 2.0;\n"
                                           "float noise(vec2 p) { return k * p.x * p.x + p.y; }")
    values, slopes = function.grid((3, 4), step=0.5, gradient=True)
    same(values, function.grid((3, 4), step=0.5))
    assert slopes.tolist() == [[[0, 2, 4, 6]] * 3, [[1] * 4] * 3]
    assert function.replace(k=3)(1, 0, gradient=True)[1].tolist() == [6, 1]
    assert pickle.loads(pickle.dumps(function))(1, 0, gradient=True)[1].tolist() == [4, 1]


def test_gradients_that_there_are_not():
    text = isonoise.Function.from_text
    bent = text("float noise(vec2 p) { vec2 g; return perlin2_gradient(p, 1u, g) * g.x; }")
    plain = text("float noise(vec2 p) { return p.x; }")
    pair = np.zeros((2, 2), np.float32), np.zeros((2, 2), np.float32)
    for error, message, refused in (
        (ValueError, "expected a function that returns one number", lambda: text(COLOURS)(0, 0, gradient=True)),
        (ValueError, "function:1:38: noise_gradient: the derivative of 'perlin2_gradient'",
         lambda: bent(0, 0, gradient=True)),
        (TypeError, "gradient: expected True or False, got 1", lambda: plain(0, 0, gradient=1)),
        (TypeError, "out: expected two arrays", lambda: plain(0, 0, gradient=True, out=np.zeros((), np.float32))),
        (ValueError, "expected shape", lambda: plain.grid((2, 2), gradient=True, out=pair)),
    ):
        with pytest.raises(error, match=re.escape(message)):
            refused()
