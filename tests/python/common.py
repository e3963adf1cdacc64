"""Shared by the tests of the Python package. ISONOISE_PROGRAM is the program to compare with."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ISONOISE_PROGRAM"]


def flags(settings):
    """{"filter_width": 0.1, "period": (8, 8)} as ["--filter-width=0.1", "--period=8,8"]."""
    def text(value):
        return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    return [f"--{name.replace('_', '-')}={text(value)}" for name, value in settings.items()]


def call(*arguments, given=b""):
    """Returns the program's output as bytes."""
    return subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, check=True).stdout


def refusal(*arguments, given=b""):
    """The program's one-line message."""
    done = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True)
    assert done.returncode == 2, done
    return done.stderr.decode().removeprefix("isonoise: ").removesuffix("\n")


def bits(array):
    """The bits of floats, as the contract counts them: zeros and subnormals are all the same."""
    array = np.ascontiguousarray(array, dtype=np.float32)
    return np.where(np.abs(array) < 2.0**-126, np.float32(0), array).view(np.uint32)


def same(a, b):
    assert np.shape(a) == np.shape(b)
    wrong = np.flatnonzero(bits(a) != bits(b))
    assert wrong.size == 0, f"{wrong.size} of {np.size(a)} differ, the first at {wrong[0]}"


def on_threads(count, call):
    """[call(0), call(1), ...], all at the same time."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(call, range(count)))


def layouts(array):
    """The same numbers in other layouts."""
    yield "contiguous", array.copy()
    yield "Fortran", np.asfortranarray(array)
    yield "reversed", np.flip(np.flip(array).copy())
    wide = np.zeros((*array.shape[:-1], 3 * array.shape[-1]), array.dtype)
    wide[..., ::3] = array
    yield "with gaps", wide[..., ::3]
    rows = np.zeros(array.shape, [("pad", "u1"), ("number", array.dtype)])
    rows["number"] = array
    yield "unaligned", rows["number"]
    columns = np.zeros(array.shape, [("number", array.dtype), ("pad", "u1")])
    columns["number"] = array
    yield "with odd gaps", columns["number"]
    swapped = array.dtype.newbyteorder()
    yield "swapped", array.astype(swapped)
    yield "swapped twice", array.astype(swapped.newbyteorder())  # "<f4", say, where others say "=f4"
    frozen = array.copy()
    frozen.flags.writeable = False
    yield "read-only", frozen


# Every algorithm, dimension, fractal, and setting.
NOISES = [
    {},
    {"dim": 1},
    {"dim": 3, "seed": 4294967295},
    {"dim": 4, "fade": "cubic"},
    {"octaves": 6, "fractal": "ridged"},
    {"dim": 3, "octaves": 4.5, "persistence": 0.7, "lacunarity": 2.1},
    {"dim": 4, "octaves": 2, "fractal": "billow"},
    {"dim": 1, "octaves": 8, "fractal": "turbulence", "output": "unit"},
    {"octaves": 5, "fractal": "eroded"},
    {"dim": 3, "octaves": 3, "fractal": "eroded", "period": (8, 8, 8)},
    {"octaves": 3, "warp": 0.75, "seed": 9},
    {"dim": 3, "warp": 2, "period": (4, 0, 16)},
    {"flow": 1.25, "octaves": 2},
    {"filter_width": 0.3, "octaves": 6},
    {"frequency": 0.1, "dim": 3, "octaves": 2},
    {"dim": 3, "loop": 5, "fade": "linear"},
    {"algorithm": "improved", "dim": 1},
    {"algorithm": "improved", "dim": 3, "seed": 3, "octaves": 3},
    {"algorithm": "improved", "dim": 4, "period": (4, 5, 6, 7)},
    {"algorithm": "value", "dim": 2, "octaves": 3},
    {"algorithm": "value", "dim": 4, "period": (8, 4, 2, 1)},
    {"algorithm": "value-two-layer", "seed": 2},
    {"algorithm": "axis", "seed": 5, "octaves": 2},
    {"algorithm": "diagonal"},
    {"algorithm": "slope", "dim": 1, "octaves": 3},
]


def points(count, dim, seed=1):
    """Coordinates in doubles: of all sizes, with special values among them."""
    random = np.random.default_rng(seed)
    at = random.uniform(-100, 100, (dim, count))
    at[:, ::7] *= 2.0 ** random.integers(-60, 90, at[:, ::7].shape)
    special = np.array([0.0, -0.0, 1.0, -1.0, 0.5, np.nan, np.inf, -np.inf, 2.0**31, -(2.0**31), 1e-45, 2.0**-40])
    at[:, ::11] = random.choice(special, at[:, ::11].shape)
    return at
