"""The class Noise."""

import difflib
import functools
import math
import re

import numpy as np

from . import _isonoise
from ._arrays import AXES, FLOAT32, PLAIN, Kind, cells_of, coordinates_of, is_number, output_of, outputs_of
from ._checks import MOST_THREADS, broadcast_shape, each, grid_shape, plain, real, whole, wrong_count
from ._presets import TEXTS, load_preset
from ._quoted import quoted

_ABOUT = dict(_isonoise.settings())  # by command-line name
_point = _isonoise.point


def _number_text(value):
    if isinstance(value, (int, np.integer)):
        value = int(value)
        return str(value) if abs(value) < 2**1024 else hex(value)  # str() rejects thousands of digits
    number = float(value)
    # Halfway between two floats, use all digits: the shortest decimal may lie on the wrong side.
    is_halfway = math.isfinite(number) and number.as_integer_ratio()[0].bit_length() == 25
    return f"{number:.800g}" if is_halfway or 0 < abs(number) < 2**-126 else repr(number)


def _setting_name(name):
    flag = name.replace("_", "-")
    if flag in _ABOUT:
        return flag
    near = difflib.get_close_matches(flag, _ABOUT, n=1)
    hint = f", did you mean {near[0].replace('-', '_')}?" if near else ";"
    names = ", ".join(known.replace("-", "_") for known in _ABOUT)
    raise TypeError(f"unknown setting {quoted(name)}{hint} There are {names}")


def _setting_text(name, value):
    """A setting's value as the command line takes it."""
    if isinstance(value, str):  # if C cannot read it, it becomes a name that no setting has, which is rejected
        return value.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()
    value = plain(value)
    if is_number(value):
        return _number_text(value)
    if name == "period" and isinstance(value, (tuple, list)):
        if value and all(map(is_number, value)):
            return ",".join(map(_number_text, value))
    kind = "numbers or text" if name == "period" else "a number or text"
    raise TypeError(f"{name.replace('-', '_')}: expected {kind}, got {quoted(value)}")


def _setting_value(text):
    """The reverse: 6, 0.5, 'ridged', or (8, 8)."""
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            pass
    return tuple(map(int, text.split(","))) if re.fullmatch(r"[0-9,]+", text) else text


class Noise:
    """A noise, prepared once from its settings. It never changes, and any number of threads may use it.

    Noise(octaves=6, fractal="ridged") has the names and values of the command line's flags, with _ for -:

    {settings}

    Defaults are in brackets. A wrong value raises ValueError with the message of the command line, a wrong name or type
    TypeError.

    >>> noise = Noise(dim=3, octaves=5, period=(8, 8, 0))
    >>> noise
    Noise(dim=3, octaves=5, period=(8, 8, 0))
    >>> noise.settings["persistence"]
    0.5
    >>> Noise(octaves=0)
    Traceback (most recent call last):
      ...
    ValueError: octaves: expected a number from 1 to 32, got '0'
    """

    __slots__ = ("_noise", "_dim", "_periods", "_step", "__weakref__")

    def __init__(self, **settings):
        texts = []
        for name, value in settings.items():
            flag = _setting_name(name)
            texts += flag, _setting_text(flag, value)
        self._noise = _isonoise.create(tuple(texts))
        self._dim = int(_isonoise.get(self._noise, "dim"))
        # For grids: the periods in the order of an array's axes, and 1/64 of a cell, computed like in `isonoise bake`.
        values = self.settings
        periods = values["period"] if isinstance(values["period"], tuple) else (values["period"],) * self._dim
        self._periods = (values["loop"] or periods[-1], *reversed(periods[:-1]))
        self._step = 1.0 / 64 / float(np.float32(values["frequency"]))

    @classmethod
    def from_preset(cls, preset):
        """The noise of a preset of the viewer: a file, or a built-in preset's name (see presets()). Its scene, colours
        and camera are ignored.

        >>> Noise.from_preset("terrain-ridged").settings["fractal"]
        'ridged'
        """
        name, texts = load_preset(preset)
        try:
            return cls(**texts)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def replace(self, **settings):
        """The same noise with other settings.

        >>> Noise(octaves=6).replace(seed=7)
        Noise(seed=7, octaves=6)
        """
        return type(self)(**{**self.settings, **settings})

    @property
    def settings(self):
        """All settings, as a new dictionary of numbers, words, and for period a tuple or 0."""
        return {name.replace("-", "_"): _setting_value(_isonoise.get(self._noise, name)) for name in _ABOUT}

    @property
    def dim(self):
        """The number of axes: how many coordinates a point has."""
        return self._dim

    def __call__(self, *coordinates, cells=None, gradient=False, slope=False, out=None, threads=1):
        """The noise at points: one number or array per axis, x first, that broadcast. Returns an array of float32, and
        for numbers alone a float.

        Coordinates are in units of coordinate: times the setting frequency, they are in cells. They are rounded to
        float32, once; booleans are 0 and 1. NaN, infinities and coordinates of 2^31 cells or more act as 0, whatever
        their size and type.

        Masked arrays keep their masks, pandas' Series and DataFrames their labels, xarray's and Dask's arrays stay
        such. Other kinds of arrays, such as tensors or numbers with units, raise TypeError.

        cells     whole cells of up to 64 bits, a tuple with one number or array per axis; the coordinates are then
                  fractions from 0 to 1 (all others act as 0). For worlds of any size. Needs frequency 1.
        gradient  True also returns the derivatives by each coordinate, in an array of shape (dim, ...).
        slope     the same for fractal eroded, which has no derivatives: the slope that it accumulates.
        out       an array of float32 to write to, also a view with gaps; with gradient or slope two of them.
        threads   0 is one per hardware thread. It changes no bit.

        The GIL is released, and Ctrl+C ends a long call. After an error, `out` may be written in part.

        >>> noise = Noise()
        >>> noise(0.5, 0.25)
        -0.6796666979789734
        >>> noise([0.5, 1.5], [[0.25], [0.75]]).shape
        (2, 2)
        >>> value, (dx, dy) = noise(0.5, 0.25, gradient=True)
        >>> round(noise(0.5, 0.25, cells=(10**15, -3)), 6)
        -0.082959
        """
        value = _point(self._noise, coordinates, cells, gradient, slope, out, threads)
        if value is not None:  # games and tests ask for point after point
            return value
        dim = self._dim
        if len(coordinates) != dim:
            raise wrong_count(coordinates, dim)
        kind = None
        if cells is not None or not PLAIN.issuperset(map(type, coordinates)):
            options = {"cells": cells is not None, "gradient": gradient, "slope": slope, "out": out is not None}
            kind = Kind(coordinates, cells, options)
            if kind.library:
                return kind.keep(functools.partial(self, threads=threads))
        arrays = [coordinates_of(name, value) for name, value in zip(AXES, coordinates)]
        if cells is not None:
            arrays += cells_of(cells, dim)
        shape = broadcast_shape(arrays, dim)
        results, slopes = self._results(shape, gradient, slope, out)
        if out is not None:
            written = [results] if slopes is None else [results, slopes]
            arrays = [array.copy() if any(_isonoise.may_overlap(array, to) for to in written) else array
                      for array in arrays]
        if threads.__class__ is not int or not 0 <= threads <= MOST_THREADS:
            threads = whole("threads", threads, 0, MOST_THREADS)
        _isonoise.evaluate(self._noise, tuple(arrays[:dim]), None if cells is None else tuple(arrays[dim:]), results,
                           slopes, threads)
        if out is None:
            if not shape and not any(isinstance(value, np.ndarray) for value in (*coordinates, *(cells or ()))):
                results = results.item()
            elif kind:
                results, slopes = kind.like(results), kind.like(slopes)
        return results if slopes is None else (results, slopes)

    def grid(self, shape, *, step=None, offset=0.0, first=0, cells=0, per_period=None, gradient=False, slope=False,
             out=None, threads=1):
        """The noise on a grid, as `isonoise bake` writes it. Returns float32 of that shape.

        The last axis of the array is x, the one before it y, and so on; `shape` has one size per axis of the noise. All
        other arguments are one value for all axes or one each, in the order of `shape`.

        Point i along an axis lies at offset + (first + i) * step, in units of coordinate and computed in double: less
        than 2^52 cells from 0.

        step        None: along an axis with a period, the points divide the period exactly, so that the grid is a tile;
                    along others, a 64th of a cell.
        first       the index of the first point, for parts of a grid: they have the bits of the whole.
        cells       whole cells to add, for worlds beyond 2^52.
        per_period  the points that divide the period of an axis, if it is not the grid's own size: for parts of a tile.
                    Only without step; 0 is none.

        gradient, slope, out and threads are those of calling the noise; gradients are by x first, as there.

        >>> noise = Noise(octaves=3)
        >>> whole = noise.grid((256, 512), step=0.01)
        >>> part = noise.grid((64, 64), step=0.01, first=(128, 256))
        >>> bool((part == whole[128:192, 256:320]).all())
        True
        """
        dim = self._dim
        shape = grid_shape(shape, dim)
        axes = self._axes(shape, step, offset, first, cells, per_period)
        threads = whole("threads", threads, 0, MOST_THREADS)
        results, slopes = self._results(shape, gradient, slope, out)
        if results.size > 0:
            _isonoise.grid(self._noise, axes, results, slopes, threads)
        return results if slopes is None else (results, slopes)

    def _axes(self, shape, step, offset, first, cells, per_period):
        dim = self._dim
        steps = each("step", step, dim, real, optional=True)
        offsets = each("offset", offset, dim, real)
        firsts = each("first", first, dim, whole, -2**52, 2**52)
        all_cells = each("cells", cells, dim, whole, -2**63, 2**63 - 1)
        counts = each("per_period", per_period, dim, whole, 0, 2**31, optional=True)
        axes = []
        for i in range(dim):
            axis = AXES[dim - 1 - i]
            if counts[i] and steps[i] is not None:
                raise ValueError(f"per_period of axis {axis}: expected without step")
            if counts[i] and not self._periods[i]:
                raise ValueError(f"per_period of axis {axis}: the noise has no period along this axis")
            if steps[i] == 0.0 and shape[i] > 1:
                raise ValueError(f"step of axis {axis}: expected a number other than 0, got 0.0")
            count = 0
            if steps[i] is None and self._periods[i]:
                count = shape[i] if counts[i] is None else counts[i]
                if count > 2**31:
                    raise ValueError(f"shape: expected up to 2^31 points along axis {axis}, which has a period")
            axes.append((steps[i] if steps[i] is not None else self._step, offsets[i], firsts[i], all_cells[i], count))
        return tuple(axes)

    def _results(self, shape, gradient, slope, out):
        """The arrays for the value and for the gradient, or None for that."""
        for name, given in ("gradient", gradient), ("slope", slope):
            if not isinstance(given, (bool, np.bool_)):
                raise TypeError(f"{name}: expected True or False, got {quoted(given)}")
        if not gradient and not slope:
            if out is None:
                return np.empty(shape, FLOAT32), None
            return output_of("out", out, shape), None
        if gradient and slope:
            raise ValueError("slope: expected without gradient")
        has = _isonoise.derivatives(self._noise)
        if gradient and has == 2:
            raise ValueError("gradient: fractal eroded has none; slope=True returns the slope that it accumulates")
        if gradient and has == 0:
            raise ValueError(f"gradient: algorithm {_isonoise.get(self._noise, 'algorithm')} has none")
        if slope and has != 2:
            raise ValueError("slope: only fractal eroded has one")
        return outputs_of(shape, self._dim, out)

    def __repr__(self):
        defaults = type(self)().settings
        given = ", ".join(f"{name}={value!r}" for name, value in self.settings.items() if value != defaults[name])
        return f"{type(self).__name__}({given})"

    def __eq__(self, other):
        return self.settings == other.settings if isinstance(other, Noise) else NotImplemented

    def __hash__(self):
        return hash(tuple(self.settings.items()))

    def __reduce__(self):
        return _unpickle, (type(self), self.settings)

    def __dask_tokenize__(self):
        return type(self).__name__, _isonoise.version, tuple(self.settings.items())


def _unpickle(cls, settings):
    return cls(**settings)


def _describe(name):
    """A setting's line of the documentation."""
    try:
        _isonoise.create((name, "?"))
    except ValueError as error:
        values = str(error).split("expected ", 1)[1].rsplit(", got", 1)[0]
    return f"{name.replace('-', '_'):<13} {_ABOUT[name]}: {values} [{TEXTS[name]}]"


Noise.__doc__ = Noise.__doc__.replace("{settings}", "\n    ".join(map(_describe, _ABOUT)))
Noise.__module__ = __package__  # where users find it
