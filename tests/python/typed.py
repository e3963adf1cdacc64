"""Read by type checkers, and run: values have the types that the checkers see. See test_types.py."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import isonoise

Floats = NDArray[np.float32]

noise = isonoise.Noise(octaves=2, period=(8, 8))
eroded = isonoise.Noise(octaves=2, fractal="eroded")
x = np.linspace(0, 2, 5)
out = np.empty(5, np.float32)
slopes = np.empty((2, 5), np.float32)

single: float = noise(0.5, 0.25)
assert type(assert_type(single, float)) is float
assert type(assert_type(noise(1, np.float32(0.3)), float)) is float
assert type(assert_type(noise(np.int64(1), np.float64(0.3), threads=2), float)) is float
assert type(assert_type(noise(0.5, 0.25, cells=(3, np.int32(-2))), float)) is float
assert type(assert_type(noise(*(0.5, 0.25), gradient=False, slope=False), float)) is float

value, gradient = noise(0.5, 0.25, gradient=True)
assert type(assert_type(value, float)) is float
assert type(assert_type(gradient, Floats)) is np.ndarray
value, slope = eroded(0.5, 0.25, slope=True)
assert type(assert_type(value, float)) is float
assert type(assert_type(slope, Floats)) is np.ndarray

for values in (
    assert_type(noise(x, 0.25), Floats),
    assert_type(noise(0.25, x.astype(np.float32)), Floats),
    assert_type(noise([0.5, 0.25], ((1, 2), (3, 4))), Floats),
    assert_type(noise(np.array(0.5), 0.25), Floats),
    assert_type(noise(0.5, 0.25, cells=(np.arange(4), 0)), Floats),
    assert_type(noise(x, 0.25, out=out), Floats),
    assert_type(noise(x, 0.25, gradient=True)[0], Floats),
    assert_type(noise(x, 0.25, gradient=True, out=(out, slopes))[1], Floats),
    assert_type(eroded(x, x, slope=True)[1], Floats),
    assert_type(noise.grid((3, 4)), Floats),
    assert_type(noise.grid(4), Floats) if noise.dim == 1 else out,
    assert_type(noise.grid((3, 4), step=(None, 0.1), gradient=True)[1], Floats),
    assert_type(eroded.grid((3, 4), slope=True)[0], Floats),
):
    assert type(values) is np.ndarray and values.dtype == np.float32

function = isonoise.Function.from_text("uniform vec2 k;\nfloat noise(vec2 p) { return dot(k, p); }", k=(1, 2.5))
assert type(assert_type(function, isonoise.Function)) is isonoise.Function
assert type(assert_type(function.replace(k=[0.5, x[0]]), isonoise.Function)) is isonoise.Function
for values in (assert_type(function.grid((3, 4), step=(0.5, 1)), Floats), function(x, 0.25, out=out)):
    assert type(values) is np.ndarray and values.dtype == np.float32
assert type(function(0.5, 0.25)) is float

assert type(assert_type(isonoise.presets(), tuple[str, ...])) is tuple
assert type(assert_type(isonoise.Noise.from_preset("terrain-alps"), isonoise.Noise)) is isonoise.Noise
assert type(assert_type(isonoise.__version__, str)) is str


def wrong() -> None:
    """None of this may be accepted; an ignore without an error is one."""
    noise(0.5, 0.25) + "1"  # type: ignore
    noise(0.5, 0.25).shape  # type: ignore
    noise(0.5, None)  # type: ignore
    noise(0.5, 0.25, gradients=True)  # type: ignore
    noise(x, 0.25, gradient=True, out=out)  # type: ignore
    isonoise.Noise(octave=3)  # type: ignore
    isonoise.Noise(fractal="rigged")  # type: ignore
    isonoise.Function()  # type: ignore
    function(x, 0.25, gradient=True, out=out)  # type: ignore
    isonoise.np  # type: ignore
