"""Grids: the bits of `isonoise bake`, whole and in parts, on Dask too."""

import re

import numpy as np
import pytest
from common import NOISES, call, flags, same

import isonoise


def bake(settings, shape, *options):
    size = "x".join(map(str, reversed(shape)))
    data = call("bake", *flags(settings), f"--size={size}", *options, "--backend=cpu", "--format=raw32f", "-o", "-")
    return np.frombuffer(data, "<f4").reshape(shape)


@pytest.mark.parametrize("settings", NOISES, ids=str)
def test_grids_have_the_bits_of_bake(settings):
    noise = isonoise.Noise(**settings)
    shape = (3, 5, 70, 130)[-noise.dim:]
    same(noise.grid(shape), bake(settings, shape))  # a tile along axes with a period
    expected = bake(settings, shape, "--step=0.013", "--offset=-3.5")
    same(noise.grid(shape, step=0.013, offset=-3.5), expected)
    same(noise.grid(shape, step=0.013, offset=-3.5, threads=3), expected)
    same(noise.grid(list(shape), step=[0.013] * noise.dim, offset=np.full(noise.dim, -3.5)), expected)
    kind = {0: None, 1: "gradient", 2: "slope"}[isonoise._isonoise.derivatives(noise._noise)]
    if kind:
        value, gradient = noise.grid(shape, step=0.25, offset=-3.5, **{kind: True})
        at = np.meshgrid(*(-3.5 + 0.25 * np.arange(size) for size in shape), indexing="ij")
        same(value, noise.grid(shape, step=0.25, offset=-3.5))
        if "frequency" not in settings:  # these coordinates are exact floats
            points = noise(*reversed(at), **{kind: True})
            same(value, points[0])
            same(gradient, points[1])


def test_axes_are_in_the_order_of_the_array():
    noise = isonoise.Noise(dim=3)
    grid = noise.grid((2, 3, 4), step=(0.25, 0.5, 0.125), offset=(1, 2, 3), first=(5, 6, 7), cells=(10, 20, 30))
    z, y, x = np.meshgrid(1 + (5 + np.arange(2)) * 0.25, 2 + (6 + np.arange(3)) * 0.5, 3 + (7 + np.arange(4)) * 0.125,
                          indexing="ij")
    same(grid, noise(x + 30, y + 20, z + 10))


def test_parts_have_the_bits_of_the_whole():
    noise = isonoise.Noise(octaves=3, fractal="ridged")
    whole = noise.grid((300, 400), step=0.0123, offset=(-7, 1e6))
    for first in ((0, 0), (17, 200), (299, 399)):
        shape = tuple(min(64, size - at) for size, at in zip(whole.shape, first))
        part = noise.grid(shape, step=0.0123, offset=(-7, 1e6), first=first)
        same(part, whole[first[0]:first[0] + shape[0], first[1]:first[1] + shape[1]])
    tiling = isonoise.Noise(period=(8, 4), octaves=2)
    tile = tiling.grid((100, 300))
    same(tiling.grid((100, 1), per_period=(100, 300), first=(0, 300)), tile[:, :1])
    same(tiling.grid((5, 7), per_period=(100, 300), first=(-3, 100)), tile[[97, 98, 99, 0, 1]][:, 100:107])


def test_out():
    noise = isonoise.Noise()
    expected, slopes = noise.grid((50, 60), gradient=True)
    for out in (np.zeros((50, 60), np.float32), np.zeros((60, 50), np.float32).T,
                np.zeros((50, 120), np.float32)[:, ::-2]):
        assert noise.grid((50, 60), out=out) is out
        same(out, expected)
    both = np.zeros((50, 60), np.float32), np.zeros((60, 50, 2), np.float32).T
    result = noise.grid((50, 60), gradient=True, out=both)
    assert result[0] is both[0] and result[1] is both[1]
    same(both[0], expected)
    same(both[1], slopes)


def test_shapes():
    assert isonoise.Noise(dim=1).grid(9).shape == (9,)
    assert isonoise.Noise(dim=1).grid(np.int64(9)).shape == (9,)
    assert isonoise.Noise(dim=1).grid(np.array(9)).shape == (9,)
    assert isonoise.Noise(dim=2).grid(np.array([2, 3])).shape == (2, 3)
    for shape in ((0, 5), (5, 0), (0, 0), (0, 2**48)):
        assert isonoise.Noise().grid(shape).shape == shape
        assert isonoise.Noise().grid(shape, gradient=True)[1].shape == (2, *shape)
    assert isonoise.Noise().grid((1, 1), step=0).shape == (1, 1)


def test_far_grids():
    noise = isonoise.Noise()
    near = noise.grid((4, 9), step=0.25)
    same(noise.grid((4, 9), step=0.25, cells=2**32), near)  # the lattice repeats
    same(noise.grid((4, 9), step=0.25, offset=2.0**32), near)
    same(noise.grid((4, 9), step=0.25, cells=(0, -(2**40)), offset=(0, 2.0**40)), near)


def test_mistakes_are_refused_before_anything_is_allocated():
    noise, tiling = isonoise.Noise(), isonoise.Noise(period=(8, 0))

    def refuses(error, message, *arguments, noise=noise, **options):
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            noise.grid(*arguments, **options)

    refuses(ValueError, "shape: expected 2 sizes, since dim is 2, got (3,)", 3)
    refuses(ValueError, "shape: expected 2 sizes, since dim is 2, got (1, 2, 3)", (1, 2, 3))
    refuses(ValueError, "shape: expected 2^48 points at most, got (1099511627776, 1099511627776)", (2**40, 2**40))
    refuses(ValueError, f"shape: expected a whole number from 0 to {2**48}, got {2**64}", (2**64, 1))
    refuses(ValueError, f"shape: expected a whole number from 0 to {2**48}, got -1", (-1, 1))
    refuses(TypeError, "shape: expected a whole number, got 2.0", (2.0, 1))
    refuses(TypeError, "shape: expected a whole number, got None", (None, 1))
    refuses(ValueError, "shape: expected 2 sizes, since dim is 2, got (None,)", np.array(None))
    refuses(ValueError, "step of axis x: expected a number other than 0, got 0.0", (2, 2), step=(1, 0))
    refuses(ValueError, "step: expected one value, or 2, one per axis, got (1, 2, 3)", (2, 2), step=(1, 2, 3))
    refuses(ValueError, "step: expected a number, got nan", (2, 2), step=float("nan"))
    refuses(ValueError, "offset: expected a number, got inf", (2, 2), offset=(0, float("inf")))
    refuses(TypeError, "offset: expected a number, got '1'", (2, 2), offset="1")
    refuses(TypeError, "offset: expected a number, got None", (2, 2), offset=None)
    refuses(TypeError, "first: expected a whole number, got 0.5", (2, 2), first=0.5)
    refuses(ValueError, f"first: expected a whole number from {-2**52} to {2**52}, got {2**53}", (2, 2), first=2**53)
    refuses(ValueError, f"cells: expected a whole number from {-2**63} to {2**63 - 1}, got {2**63}", (2, 2),
            cells=2**63)
    refuses(ValueError, "per_period of axis y: expected without step", (2, 2), step=1, per_period=(4, None))
    refuses(ValueError, "per_period of axis y: the noise has no period along this axis", (2, 2), per_period=(4, None),
            noise=tiling)
    refuses(ValueError, "shape: expected up to 2^31 points along axis x, which has a period", (1, 2**32), noise=tiling)
    with pytest.raises(ValueError, match="^points of axis y: expected offset .* less than 2\\^52 cells from 0"):
        noise.grid((2, 2), offset=(1e300, 0))
    with pytest.raises(ValueError, match="^offset: expected a number, got "):
        noise.grid((2, 2), offset=10**400)
    with pytest.raises(ValueError, match="^points of axis x: "):
        noise.grid((2, 4), step=1e308)


@pytest.fixture(scope="module")
def dask_array():
    return pytest.importorskip("dask.array")


def test_dask_blocks_have_the_bits_of_one_grid(dask_array):
    noise = isonoise.Noise(octaves=4, fractal="ridged")

    def block(block_info):
        at = block_info[None]
        return noise.grid(at["chunk-shape"], step=0.01, first=[begin for begin, _ in at["array-location"]])

    blocks = dask_array.map_blocks(block, chunks=((100, 100, 50), (64,) * 4), dtype=np.float32)
    same(blocks.compute(scheduler="threads"), noise.grid((250, 256), step=0.01))


def test_dask_maps_a_noise_over_points(dask_array):
    noise = isonoise.Noise(octaves=4)
    x = dask_array.linspace(0, 9, 1000, chunks=300)
    y = dask_array.linspace(0, 5, 200, chunks=64)[:, np.newaxis]
    whole = noise(x.compute(), y.compute())
    mapped = dask_array.map_blocks(noise, x, y, dtype=np.float32)
    assert mapped.shape == (200, 1000)
    same(mapped.compute(scheduler="threads"), whole)
    same(mapped.compute(scheduler="processes", num_workers=2), whole)  # the noise is pickled
    same(mapped.astype(np.float32).compute(scheduler="sync"), whole)
    assert mapped.name == dask_array.map_blocks(isonoise.Noise(octaves=4), x, y, dtype=np.float32).name
    assert mapped.name != dask_array.map_blocks(isonoise.Noise(octaves=5), x, y, dtype=np.float32).name


def test_zarr_holds_the_same_bits(dask_array, tmp_path):
    zarr = pytest.importorskip("zarr")
    noise = isonoise.Noise(octaves=2)
    x = dask_array.linspace(0, 9, 500, chunks=128)
    dask_array.map_blocks(noise, x, x[:, np.newaxis], dtype="<f4").to_zarr(str(tmp_path / "noise.zarr"))
    stored = zarr.open(str(tmp_path / "noise.zarr"), mode="r")
    assert stored.dtype == "<f4" and stored.chunks == (128, 128)
    same(stored[:], noise(x.compute(), x.compute()[:, np.newaxis]))
