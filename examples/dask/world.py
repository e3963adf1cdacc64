"""A world larger than memory: processes of a local Dask cluster compute its blocks and write them to a Zarr store.

    python3 world.py terrain-alps world.zarr --size 16384x16384

Every block has the bits of the whole, so the store does not depend on the chunks, the workers or the machine: it holds
the values of `isonoise bake terrain-alps --size 16384x16384 -o world.zarr`, and `isonoise bake --check world.zarr`
prints the same digest. Needs isonoise, dask, distributed and zarr 2.
"""

import argparse
import math
import os
import re

import dask.array as da
import numpy as np
import zarr
from dask.distributed import Client, LocalCluster

import isonoise


def sizes(text):
    """WxH as the command line has it: x first. An array's shape is the reverse."""
    if not re.fullmatch(r"[1-9][0-9]*(x[1-9][0-9]*)*", text):
        raise argparse.ArgumentTypeError(f"expected the points along each axis, such as 512x512, got {text[:60]!r}")
    return tuple(reversed([int(size) for size in text.split("x")]))


def count(text):
    if not re.fullmatch(r"0*[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to 999999999, got {text[:60]!r}")
    return int(text)


def distance(text):
    try:
        step = float(text)
    except ValueError:
        step = math.nan
    if not math.isfinite(step) or step == 0:
        raise argparse.ArgumentTypeError(f"expected a number other than 0, got {text[:60]!r}")
    return step


def block(noise, step, block_info=None):
    """One chunk: block_info says where it lies."""
    place = block_info[None]
    return noise.grid(place["chunk-shape"], step=step, first=[begin for begin, _ in place["array-location"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("preset", help="a preset's file, or the name of a built-in one")
    parser.add_argument("store", help="the folder to write")
    parser.add_argument("--size", type=sizes, required=True, help="points along each axis, x first")
    parser.add_argument("--chunk", type=count, help="points along each side of a chunk [as `isonoise bake` has them]")
    parser.add_argument("--step", type=distance, help="distance between points [a 64th of a cell]")
    parser.add_argument("--workers", type=count, help="processes [one per core]")
    options = parser.parse_args()

    try:
        noise = isonoise.Noise.from_preset(options.preset)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if len(options.size) != noise.dim:
        parser.error(f"argument --size: expected {noise.dim} counts, since the noise is {noise.dim}D")
    step = options.step or 1 / 64 / float(np.float32(noise.settings["frequency"]))
    try:  # before the store is made
        noise.grid((1,) * noise.dim, step=step, first=[points - 1 for points in options.size])
    except ValueError as error:
        parser.error(str(error))
    if os.path.lexists(options.store):
        parser.error(f"argument store: expected a new folder, {options.store!r} exists")
    side = options.chunk or {1: 2**20, 2: 1024, 3: 128, 4: 32}[noise.dim]
    chunks = tuple(min(side, size) for size in options.size)
    # The array "noise" of a group, as `isonoise bake` makes it; the attributes say what it holds.
    store = zarr.open_group(options.store, mode="w-").create_dataset(
        "noise", shape=options.size, chunks=chunks, dtype="<f4", dimension_separator="/", compressor=None,
        fill_value=float("nan"))
    names = {name.replace("_", "-"): value for name, value in noise.settings.items()}
    store.attrs.put({"_ARRAY_DIMENSIONS": list("wzyx"[-noise.dim:]),
                     "isonoise": {"version": isonoise.__version__, "offset": [0.0] * noise.dim,
                                  "step": [step] * noise.dim, "settings": {"schema": 1, **names}}})
    world = da.map_blocks(block, noise, step, dtype=np.float32,
                          chunks=da.core.normalize_chunks(chunks, options.size))
    with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster):
            da.store(world, store, lock=False)  # chunks are files of their own, so that no two processes share one
    print(f"{options.store}: {store.shape} points in {store.nchunks} chunks")


if __name__ == "__main__":
    main()
