"""The Python package against isonoise::batch on the same arrays, one thread, 2^20 points.

tests/benches/run python [--rounds N] [--json]

Rounds of both take turns, ABBA, and each pair of neighbours gives a ratio of speeds; a figure is the median of the
ratios, with their quartiles. Also times one call for a single point, net of a call of an empty Python function.
"""

import argparse
import ctypes
import json
import statistics
import sys
import time

import numpy as np

import isonoise

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("library", help="python_batch.cpp as a shared library; tests/benches/run gives it")
parser.add_argument("--rounds", type=int, default=101)
parser.add_argument("--json", action="store_true")
options = parser.parse_args()

COUNT = 1 << 20
batch = ctypes.CDLL(options.library)
batch.batch_points.argtypes = [ctypes.c_int, ctypes.c_float, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
batch.batch_grid.argtypes = [ctypes.c_int, ctypes.c_float, ctypes.c_int64, ctypes.c_double, ctypes.c_void_p]


def seconds(work):
    """CPU time of this thread: other programs disturb it less than the clock's time."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def compare(name, ours, theirs):
    """The speed of `ours` as a multiple of that of `theirs`. Both write to one array, as warm for both."""
    assert (ours().copy() == theirs()).all()
    ratios, times = [], []
    for i in range(options.rounds):
        pair = [ours, theirs] if i % 2 else [theirs, ours]
        took = {work: seconds(work) for work in pair}
        ratios.append(took[theirs] / took[ours])
        times.append(took[ours])
    low, median, high = statistics.quantiles(ratios, n=4)
    return {"name": name, "ms": 1e3 * statistics.median(times), "ratio": median, "low": low, "high": high}


def cases():
    random = np.random.default_rng(1)
    out = np.empty(COUNT, np.float32)
    for dim, octaves in ((2, 1), (3, 1), (2, 6)):
        noise = isonoise.Noise(dim=dim, octaves=octaves)
        at = [random.uniform(-100, 100, COUNT).astype(np.float32) for _ in range(dim)]
        wide = [array.astype(np.float64) for array in at]
        pointers = (ctypes.c_void_p * dim)(*(array.ctypes.data for array in at))

        def theirs(dim=dim, octaves=octaves, pointers=pointers):
            batch.batch_points(dim, octaves, pointers, COUNT, out.ctypes.data)
            return out

        def theirs_of_doubles(dim=dim, octaves=octaves, wide=wide):
            narrow = [array.astype(np.float32) for array in wide]  # batch reads floats alone
            pointers = (ctypes.c_void_p * dim)(*(array.ctypes.data for array in narrow))
            batch.batch_points(dim, octaves, pointers, COUNT, out.ctypes.data)
            return out

        what = f"{dim}D, {octaves} octave{'s' * (octaves > 1)}"
        yield f"points, {what}, float32, out=", lambda: noise(*at, out=out), theirs
        yield f"points, {what}, float32", lambda: noise(*at), theirs
        yield f"points, {what}, float64, out= (batch: after astype)", lambda: noise(*wide, out=out), theirs_of_doubles
    for dim, octaves, side in ((2, 1, 1024), (2, 6, 1024), (3, 1, 101)):
        noise = isonoise.Noise(dim=dim, octaves=octaves)
        grid = np.empty((side,) * dim, np.float32)

        def theirs(dim=dim, octaves=octaves, side=side, grid=grid):
            batch.batch_grid(dim, octaves, side, 1 / 64, grid.ctypes.data)
            return grid

        what = f"grid, {dim}D, {octaves} octave{'s' * (octaves > 1)}"
        yield f"{what}, out=", lambda: noise.grid(grid.shape, step=1 / 64, out=grid), theirs
        yield what, lambda: noise.grid(grid.shape, step=1 / 64), theirs


def call_microseconds():
    noise, nothing = isonoise.Noise(), lambda x, y: None
    array = np.zeros(1, np.float32)

    def time_of(function, *arguments):
        count = 10_000
        return seconds(lambda: [function(*arguments) for _ in range(count)]) / count * 1e6

    pairs = [(noise, (0.5, 0.25)), (noise, (array, array))]
    return [statistics.median(time_of(f, *a) - time_of(nothing, *a) for _ in range(21)) for f, a in pairs]


rows = [compare(*case) for case in cases()]
one, array = call_microseconds()
if options.json:
    json.dump({"rows": rows, "call_us": one, "call_array_us": array}, sys.stdout, indent=2)
    print()
    sys.exit()
print("| what | ms | speed, times isonoise::batch |\n|---|---|---|")
for row in rows:
    print(f"| {row['name']} | {row['ms']:.2f} | {row['ratio']:.2f} ({row['low']:.2f} to {row['high']:.2f}) |")
print(f"\nA call for one point takes {one:.1f} µs; with arrays of one float32, {array:.1f} µs.")
