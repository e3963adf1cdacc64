"""readers.py check FILE.npy WORLD.zarr...: compares worlds with a grid by zarr, xarray, Dask and GDAL.
readers.py windows PROGRAM WORLD.zarr COUNT: compares random windows of a world with `isonoise sample`."""
import json
import random
import subprocess
import sys
import warnings

import dask.array
import numpy
import xarray
import zarr
from osgeo import gdal

warnings.simplefilter("ignore")  # xarray on stores without consolidated metadata
gdal.UseExceptions()


def differing(a, b):
    a, b = numpy.ascontiguousarray(a), numpy.ascontiguousarray(b)
    assert a.shape == b.shape and a.dtype == b.dtype == numpy.float32, (a.shape, b.shape, a.dtype)
    return int((a.view("u4") != b.view("u4")).sum())


def by_gdal(path):
    root = gdal.OpenEx(path, gdal.OF_MULTIDIM_RASTER).GetRootGroup()
    return root.OpenMDArray("noise").ReadAsArray()


def check(grid, worlds):
    expected = numpy.load(grid)
    for world in worlds:
        readings = {
            "zarr": zarr.open(world, mode="r")["noise"][...],
            "xarray": xarray.open_zarr(world)["noise"].values,
            "dask": dask.array.from_zarr(world, component="noise").compute(),
            "GDAL": by_gdal(world),
        }
        for reader, values in readings.items():
            count = differing(values, expected)
            assert count == 0, f"{world}: {reader} reads {count} other values"
        names = xarray.open_zarr(world)["noise"].dims
        assert "".join(names) == "wzyx"[4 - expected.ndim:], names


def windows(program, world, count):
    array = zarr.open(world, mode="r")["noise"]
    made = array.attrs["isonoise"]
    words = []
    for name, value in made["settings"].items():
        if name != "schema":
            words += ["--" + name, ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    chooser, points, values = random.Random(20261125), [], []
    for _ in range(count):
        ends = []
        for size, chunk in zip(array.shape, array.chunks):
            length = min(size, chooser.randint(1, 12))
            # Half of them lie across a border of chunks.
            first = chooser.randrange(size) if chooser.random() < 0.5 else chooser.randrange(0, size, chunk) - length // 2
            first = max(0, min(first, size - length))
            ends.append((first, first + length))
        values.append(array[tuple(slice(*end) for end in ends)].ravel())
        axes = [(offset + numpy.arange(*end) * step) * made["settings"]["frequency"]
                for end, offset, step in zip(ends, made["offset"][::-1], made["step"][::-1])]
        grid = numpy.meshgrid(*axes, indexing="ij")
        points.append(numpy.stack([axis.ravel() for axis in grid[::-1]], axis=1))
    points = numpy.concatenate(points)
    cells = numpy.floor(points)
    point = numpy.dtype([("cells", "<i8", points.shape[1]), ("fractions", "<f8", points.shape[1])])
    binary = numpy.rec.fromarrays([cells, points - cells], dtype=point).tobytes()
    sampled = subprocess.run([program, "sample", "--cells", "--format", "f64", *words], input=binary,
                             capture_output=True, check=True)
    expected = numpy.frombuffer(sampled.stdout, dtype="<f4")
    different = differing(numpy.concatenate(values), expected)
    print(f"{count} windows, {expected.size} points: {different} differ")
    assert different == 0


if sys.argv[1] == "check":
    check(sys.argv[2], sys.argv[3:])
else:
    windows(sys.argv[2], sys.argv[3], int(sys.argv[4]))
