"""Arrays of any shape, layout and type, results in the caller's arrays, and mistakes."""

import gc
import itertools
import os
import pickle
import re
import signal
import sys
import threading
import time
import weakref

import numpy as np
import pytest
from common import layouts, on_threads, same

import isonoise

NOISE = isonoise.Noise(octaves=2)
RANDOM = np.random.default_rng(5)
X = RANDOM.uniform(-9, 9, (7, 1, 5))
Y = RANDOM.uniform(-9, 9, (4, 1))
EXPECTED = NOISE(*(array.astype(np.float32).ravel() for array in np.broadcast_arrays(X, Y))).reshape(7, 4, 5)


def test_arrays_broadcast():
    same(NOISE(X, Y), EXPECTED)
    same(NOISE(X.astype(np.float32), Y), EXPECTED)
    same(NOISE(X, 2), NOISE(X, np.full(X.shape, 2.0)))
    same(NOISE(2.5, Y), NOISE(np.full(Y.shape, 2.5), Y))
    same(NOISE([0.5, 1.5], (2, 3)), NOISE(np.array([0.5, 1.5]), np.array([2.0, 3.0])))
    assert NOISE(np.zeros((3, 0)), Y[:1]).shape == (3, 0)
    assert NOISE(np.array(0.5), 0.5).shape == ()
    assert NOISE(np.zeros((1,) * 32), 0.5).shape == (1,) * 32


def test_large_arrays_broadcast_on_threads():
    x, y = np.linspace(-5, 5, 611), np.linspace(-3, 3, 523)[:, np.newaxis]
    whole = NOISE(*(np.ascontiguousarray(array, np.float32) for array in np.broadcast_arrays(x, y)))
    for threads in (1, 2, 5, 0):
        same(NOISE(x, y, threads=threads), whole)
        same(NOISE(x.astype(np.float32), y, threads=threads), whole)
        same(np.stack(NOISE(x, y, threads=threads, gradient=True)[1]), NOISE(x, y, gradient=True)[1])


@pytest.mark.parametrize("type", [np.float32, np.float64])
def test_layouts(type):
    for (a, x), (b, y) in itertools.product(layouts(X.astype(type)), layouts(Y.astype(type))):
        assert a and b and (NOISE(x, y) == EXPECTED).all(), f"x {a}, y {b}"


def test_layouts_of_many_points():
    """Enough for several pieces. With one axis they are lines, which isonoise::batch may read in place."""
    for shape in ((300, 200), (60_000,)):
        x = RANDOM.uniform(-9, 9, shape).astype(np.float32)
        expected = NOISE(x.ravel(), 0.5).reshape(shape)
        for name, array in layouts(x):
            assert (NOISE(array, 0.5) == expected).all(), name
            assert (NOISE(array, np.float32(0.5)) == expected).all(), name


def test_types():
    whole = np.arange(-100, 100)
    expected = NOISE(whole.astype(np.float32), 0.5)
    for type in "bhilqefdg":
        same(NOISE(whole.astype(type), 0.5), expected)
    for type in "BHILQ":
        same(NOISE(whole[100:].astype(type), 0.5), expected[100:])
    for wrong in (np.zeros(3, [("a", "f4")]), object()):  # test_kinds.py has more
        with pytest.raises(TypeError, match="^y: expected an array of numbers, got one of "):
            NOISE(X, wrong)
    expected = NOISE(np.zeros(200), 0.5, cells=(whole, 3))
    for _, cells in layouts(whole):
        same(NOISE(0.0, 0.5, cells=(cells, np.int8(3))), expected)


def outputs(shape):
    """Arrays to write to, in several layouts."""
    yield "contiguous", np.zeros(shape, np.float32)
    yield "Fortran", np.zeros(shape, np.float32, order="F")
    yield "reversed", np.zeros(shape, np.float32)[..., ::-1]
    yield "with gaps", np.zeros((*shape[:-1], 3 * shape[-1]), np.float32)[..., ::3]
    yield "permuted", np.moveaxis(np.zeros((shape[-1], *shape[:-1]), np.float32), 0, -1)
    yield "swapped twice", np.zeros(shape, np.dtype("f4").newbyteorder().newbyteorder())


@pytest.mark.parametrize("shape", [(7, 4, 5), (70, 400)])
def test_out(shape):
    x, y = RANDOM.uniform(-9, 9, (2, *shape))
    expected, (dx, dy) = NOISE(x, y, gradient=True)
    for (name, out), threads in itertools.product(outputs(shape), (1, 3)):
        assert NOISE(x, y, out=out, threads=threads) is out
        assert (out == expected).all(), name
    for (name, out), (other, slopes) in itertools.product(outputs(shape), outputs((2, *shape))):
        result = NOISE(x, y, gradient=True, out=(out, slopes))
        assert result[0] is out and result[1] is slopes
        assert (out == expected).all() and (slopes == [dx, dy]).all(), (name, other)
    out = np.zeros((), np.float32)
    assert NOISE(0.5, 0.25, out=out) is out and out == NOISE(0.5, 0.25)
    around = np.full(12, 7, np.float32)
    NOISE(np.arange(10), 0.5, out=around[1:11])
    assert around[0] == 7 and around[11] == 7


def test_out_may_overlap_the_coordinates():
    x = RANDOM.uniform(-9, 9, 100_000).astype(np.float32)
    expected = NOISE(x, x[::-1].copy())
    buffer = x.copy()
    NOISE(buffer, buffer[::-1], out=buffer)
    same(buffer, expected)
    buffer = np.append(x, np.float32(0))
    NOISE(buffer[:-1], x[::-1], out=buffer[1:])
    same(buffer[1:], expected)
    buffer = np.append(x, np.float32(0))
    NOISE(buffer[:-1], x[::-1], out=buffer[1:][::-1])
    same(buffer[1:][::-1], expected)
    wide = x.astype(np.float64)
    NOISE(wide, x[::-1], out=wide.view(np.float32)[:100_000], threads=2)
    same(wide.view(np.float32)[:100_000], expected)


def test_wrong_out():
    x = np.zeros((2, 3))
    frozen = np.zeros((2, 3), np.float32)
    frozen.flags.writeable = False
    wrong = [
        (np.zeros((2, 3)), TypeError,
         "out: expected an array of float32 in the machine's byte order, got dtype('float64')"),
        (np.zeros((2, 3), ">f4"), TypeError,
         "out: expected an array of float32 in the machine's byte order, got dtype('>f4')"),
        (np.zeros((3, 2), np.float32), ValueError, "out: expected shape (2, 3), got (3, 2)"),
        (np.zeros((1, 2, 3), np.float32), ValueError, "out: expected shape (2, 3), got (1, 2, 3)"),
        ([0.0], TypeError, "out: expected a NumPy array of float32, got [0.0]"),
        (frozen, ValueError, "out: expected an array to write to, got one that is read-only"),
        (np.zeros((2, 3), [("a", "u1"), ("b", "f4")])["b"], ValueError, "out: expected an aligned array"),
        (np.lib.stride_tricks.as_strided(np.zeros(3, np.float32), (2, 3), (0, 4)), ValueError,
         "value: expected strides that give each result an address of its own"),
        (np.lib.stride_tricks.as_strided(np.zeros(4, np.float32), (2, 3), (4, 4)), ValueError,
         "value: expected strides that give each result an address of its own"),
    ]
    for out, error, message in wrong:
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            NOISE(x, 0, out=out)
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            NOISE.grid((2, 3), out=out)
    good = np.zeros((2, 3), np.float32)
    for out in (good, (good,), None.__class__, (good, good, good)):
        with pytest.raises(TypeError, match="^out: expected two arrays, for the value and the gradient, got "):
            NOISE(x, 0, gradient=True, out=out)
    with pytest.raises(ValueError, match=re.escape("out[1]: expected shape (2, 2, 3), got (2, 3)")):
        NOISE(x, 0, gradient=True, out=(good, good))
    both = np.zeros((3, 2, 3), np.float32)
    with pytest.raises(ValueError, match="^out: expected two arrays that share no memory$"):
        NOISE(x, 0, gradient=True, out=(both[1], both[:2]))


def test_wrong_calls():
    def refuses(error, message, *coordinates, noise=NOISE, **options):
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            noise(*coordinates, **options)

    refuses(TypeError, "expected 2 coordinates (x, y), since dim is 2, got 1", X)
    refuses(TypeError, "expected 2 coordinates (x, y), since dim is 2, got 3", X, X, X)
    refuses(ValueError, "the shapes do not broadcast: x (2,), y (3,)", [1, 2], [1, 2, 3])
    refuses(ValueError, "the shapes do not broadcast: x (2,), y (), cells of x (3,), cells of y ()", [0, 1], 0,
            cells=([1, 2, 3], 0))
    refuses(ValueError, "threads: expected a whole number from 0 to 1024, got 1025", X, Y, threads=1025)
    refuses(ValueError, "threads: expected a whole number from 0 to 1024, got -1", X, Y, threads=-1)
    refuses(TypeError, "threads: expected a whole number, got 1.5", X, Y, threads=1.5)
    refuses(TypeError, "threads: expected a whole number, got True", X, Y, threads=True)
    refuses(TypeError, "threads: expected a whole number, got None", X, Y, threads=None)
    refuses(TypeError, "cells: expected a tuple of 2 arrays of whole numbers, one per axis, got 5", X, Y, cells=5)
    refuses(TypeError, "cells: expected whole numbers of up to 64 bits for axis y, got an array of float64", 0, 0,
            cells=(1, 1.0))
    refuses(TypeError, "cells: expected whole numbers of up to 64 bits for axis x, got an array of uint64", 0, 0,
            cells=(2**63, 1))
    refuses(TypeError, "cells: expected whole numbers of up to 64 bits for axis x, got an array of object", 0, 0,
            cells=(2**64, 1))
    refuses(ValueError, "cells: expected frequency 1", 0, 0, cells=(1, 1), noise=isonoise.Noise(frequency=2))
    eroded = isonoise.Noise(fractal="eroded", octaves=2)
    refuses(ValueError, "gradient: fractal eroded has none; slope=True returns the slope that it accumulates", X, Y,
            gradient=True, noise=eroded)
    refuses(ValueError, "slope: only fractal eroded has one", X, Y, slope=True)
    refuses(TypeError, "gradient: expected True or False, got 1", X, Y, gradient=1)
    refuses(TypeError, "slope: expected True or False, got array([False, False])", X, Y, slope=np.zeros(2, bool))
    refuses(ValueError, "slope: expected without gradient", X, Y, slope=True, gradient=True, noise=eroded)
    assert NOISE(X, Y, threads=np.int8(2)).shape == (7, 4, 5)


def test_threads_of_python_run_meanwhile_and_an_interrupt_ends_it():
    slow = isonoise.Noise(dim=4, octaves=32, lacunarity=1.1, warp=1)  # would take minutes if not interrupted
    x = np.linspace(0, 9, 1 << 25, dtype=np.float32)
    shape = (1, 1, 1 << 12, 1 << 13)
    for compute in (lambda out: slow(x, 1, 2, 3, out=out), lambda out: slow.grid(shape, out=out.reshape(shape))):
        out = np.full(x.shape, np.nan, np.float32)
        started = threading.Event()

        def interrupt():
            started.wait()
            time.sleep(0.3)  # needs the GIL to continue
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            started.set()
            compute(out)
        thread.join()
        assert 0 < np.count_nonzero(~np.isnan(out)) < out.size


def test_one_noise_on_many_threads_at_once():
    x = RANDOM.uniform(-9, 9, 200_000)
    expected = NOISE(x, 0.5)
    for result in on_threads(8, lambda i: NOISE(x, 0.5, threads=1 + i % 3)):
        same(result, expected)


def test_noises_are_values():
    noise = isonoise.Noise(octaves=6, fractal="ridged", period=(8, 8))
    assert repr(noise) == "Noise(fractal='ridged', octaves=6, period=(8, 8))"
    assert eval(repr(noise), {"Noise": isonoise.Noise}) == noise
    copy = pickle.loads(pickle.dumps(noise))
    assert copy == noise and hash(copy) == hash(noise) and copy is not noise
    same(copy(X, Y), noise(X, Y))
    assert noise != isonoise.Noise() and noise != 1
    assert noise.replace(seed=3) == isonoise.Noise(octaves=6, fractal="ridged", period=(8, 8), seed=3)
    assert noise.dim == 2 and noise.settings["period"] == (8, 8) and noise.settings["lacunarity"] == 2
    with pytest.raises(AttributeError):
        noise.dim = 3
    with pytest.raises(AttributeError):
        noise.other = 3
    dead = weakref.ref(noise)
    del noise
    gc.collect()
    assert dead() is None


def test_arrays_are_let_go():
    x, y = np.zeros(1000), np.zeros(1000, np.float32)
    counts = sys.getrefcount(x), sys.getrefcount(y)
    out = np.zeros(1000, np.float32)
    for _ in range(100):
        NOISE(x, y, out=out)
        with pytest.raises(ValueError):
            NOISE(x, y, out=out[::2])
        with pytest.raises(ValueError):
            NOISE(x, y, out=out, threads=-1)
    assert (sys.getrefcount(x), sys.getrefcount(y)) == counts
    x.resize(10, refcheck=True)  # NumPy refuses this while a buffer is exported


def test_no_output_reaches_beyond_its_array():
    """Requests at random: every byte around the array stays."""
    random = np.random.default_rng(8)
    for _ in range(2000):
        rank = random.integers(1, 4)
        shape = tuple(random.integers(1, 9, rank))
        memory = np.full(20_000, 7, np.float32)
        steps = random.choice([-2, -1, 1, 2], rank)
        out = memory[5000:5000 + int(np.prod(shape * abs(steps), dtype=int))].reshape(tuple(shape * abs(steps)))
        out = out[tuple(slice(None, None, step) for step in steps)]
        out = out.transpose(random.permutation(rank))
        before = memory.copy()
        at = random.uniform(-9, 9, (2, *out.shape))
        NOISE(*at, out=out)
        same(out, NOISE(*at))
        out[...] = 7
        assert (memory == before).all()


def test_private_functions_do_not_crash():
    """Wrong types in the private module raise too."""
    private = isonoise._isonoise
    good = private.create(())
    array = np.zeros(3, np.float32)
    things = [None, 1, "x", (), (1,), (array,), (array, array), array, array.astype(object), good, b"", object(),
              np.zeros((2, 3), np.float32), np.zeros(3, np.int64)]
    random = np.random.default_rng(4)
    for function, count in ((private.create, 1), (private.get, 2), (private.derivatives, 1), (private.may_overlap, 2),
                            (private.evaluate, 6), (private.grid, 5)):
        for _ in range(3000):
            try:
                function(*(things[i] for i in random.integers(0, len(things), count)))
            except (TypeError, ValueError, BufferError):
                pass
