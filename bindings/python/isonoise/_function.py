"""The class Function."""

import functools
import math
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from . import _isonoise
from ._arrays import AXES, FLOAT32, PLAIN, Kind, cells_of, coordinates_of, is_number, output_of, outputs_of
from ._checks import MOST_THREADS, broadcast_shape, each, grid_shape, plain, real, whole, wrong_count
from ._quoted import quoted

# By isonoise_kind. A float by its shortest decimal: 0.3, not 0.30000001192092896.
_CONVERT = {1: lambda x: float(str(np.float32(x))), 2: int, 3: int, 4: bool}


def _numbers(name, value):
    """A parameter's components."""
    values = plain(value)
    values = values if isinstance(values, (tuple, list)) else (values,)
    if not values or not all(is_number(item) or isinstance(item, (bool, np.bool_)) for item in values):
        raise TypeError(f"{name}: expected a number, or several for a vector, got {quoted(value)}")
    return tuple(real(name, float(item) if isinstance(item, (bool, np.bool_)) else item) for item in values)


def _bytes_of(name, text):
    """A text for C."""
    try:
        data = bytes(text) if isinstance(text, (bytes, bytearray)) else text.encode()
    except (AttributeError, UnicodeEncodeError):
        raise TypeError(f"{name}: expected a text, got {quoted(text)}") from None
    if b"\0" in data:
        raise ValueError(f"{name}: expected text without NUL characters")
    return data


def _read(path):
    with open(path, "rb") as file:
        text = file.read(2**20 + 1)
    if len(text) > 2**20:
        raise ValueError(f"{path}: not a function: it is larger than 1 MiB")
    return text


class Function:
    """A function of your own, written in GLSL: docs/functions.md teaches it. It has the same bits here, on every GPU
    and in the other languages of `isonoise snippet`.

    Function("islands.glsl", mountains=0.3) reads a file and sets parameters, which are the uniforms of the text, to
    numbers, booleans, or tuples of them for vectors. A wrong text raises ValueError with the place, and so does a
    value out of range; an unknown name or a wrong type raises TypeError. A function never changes, and any number of
    threads may use it.

    >>> hills = Function.from_text('''
    ...     uniform float height = 2.0;  // 0..10: of the hills
    ...     float noise(vec2 p) { return height * abs(perlin2_fbm(p, 7u, 5.0, 0.5, 2.0)); }
    ... ''', height=1)
    >>> hills
    Function('function', height=1.0)
    >>> hills.dim, hills.channels, hills.ranges
    (2, 1, {'height': (0.0, 10.0)})
    >>> Function.from_text("float noise(vec2 p) { return q; }")
    Traceback (most recent call last):
      ...
    ValueError: function:1:30: 'q' is not known here
        float noise(vec2 p) { return q; }
                                     ^
    """

    __slots__ = ("_function", "_derived", "_text", "_name", "_includes", "_given", "_dim", "_channels", "_parameters",
                 "__weakref__")

    def __init__(self, file, /, **parameters):
        path = Path(os.fsdecode(file))
        folder, name = path.parent, str(path).encode(errors="backslashreplace")  # any bytes of a file's name

        def include(other):  # beside this one
            is_beside = Path(other).name == other and (folder / other).is_file()
            return _read(folder / other) if is_beside else None

        self._create(_read(path), name, include, parameters)

    @classmethod
    def from_text(cls, text, /, name="function", includes=None, **parameters):
        """Creates a function from its GLSL text. Messages call it `name`; `includes` maps the names in its #include
        lines to their texts. If a parameter is itself called name or includes, set it with replace().

        >>> Function.from_text('#include "a.glsl"\\nfloat noise(float x) { return a(x); }', includes={
        ...     "a.glsl": "float a(float x) { return x + 1.0; }"})(0.5)
        1.5
        """
        if not isinstance(includes, (Mapping, type(None))):
            raise TypeError(f"includes: expected a dictionary of texts by name, got {quoted(includes)}")
        return _made(cls, text, name, includes or {}, parameters)

    def _create(self, text, name, include, parameters):
        self._includes = {}

        def included(file):
            file = os.fsdecode(file)
            text = include(file)
            if text is not None:
                self._includes[file] = text = _bytes_of(file, text)
            return text

        self._derived = None  # with its gradient, once needed
        self._text = _bytes_of("text", text)
        self._name = _bytes_of("name", name).decode(errors="replace")
        self._function = _isonoise.create_function(self._text, self._name, included)
        # Only those that are given, since a default may lie outside of its range.
        self._given = {parameter: _numbers(parameter, value) for parameter, value in parameters.items()}
        known = [row[0] for row in _isonoise.describe(self._function)[2]]
        for parameter, numbers in self._given.items():
            if parameter not in known:
                names = f", expected one of {', '.join(known)}" if known else "; it has none"
                raise TypeError(f"{self._name} has no parameter {quoted(parameter)}{names}")
            _isonoise.set_parameter(self._function, parameter, numbers)
        self._dim, self._channels, self._parameters = _isonoise.describe(self._function)

    @property
    def dim(self):
        """The number of axes: how many coordinates a point has."""
        return self._dim

    @property
    def channels(self):
        """How many numbers it returns: 1 to 4."""
        return self._channels

    @property
    def name(self):
        """The file, or the name given to from_text."""
        return self._name

    @property
    def text(self):
        """The text in GLSL."""
        return self._text.decode(errors="replace")

    @property
    def parameters(self):
        """The values of all parameters, as a new dictionary; vectors are tuples."""
        values = {}
        for name, kind, numbers, *_ in self._parameters:
            numbers = tuple(map(_CONVERT[kind], numbers))
            values[name] = numbers if len(numbers) > 1 else numbers[0]
        return values

    @property
    def ranges(self):
        """The least and the greatest value of each parameter, from the comment behind it, or None."""
        return {name: None if math.isnan(least) else (least, most) for name, _, _, least, most, _ in self._parameters}

    @property
    def about(self):
        """The meaning of each parameter, from the comment behind it."""
        return {name: about.decode(errors="replace") for name, *_, about in self._parameters}

    def proved_range(self, channel=0):
        """The least and the greatest value that a channel may have at any point within 2^60 of the origin, with these
        parameters, or None. The bounds are proved, so they may be wider than the values that occur; there are none if
        values may be NaN or infinite, or grow with the point.

        >>> Function.from_text("float noise(vec2 p) { return 2.0 * perlin2(p, 1u) + 3.0; }").proved_range()
        (1.0, 5.0)
        """
        bounds = _isonoise.function_range(self._function, whole("channel", channel, 0, self._channels - 1))
        return bounds if math.isfinite(bounds[0]) else None

    def replace(self, /, **parameters):
        """The same function with other parameters."""
        return _made(type(self), self._text, self._name, self._includes, {**self._given, **parameters})

    def __call__(self, *coordinates, cells=None, gradient=False, out=None, threads=1):
        """The function at points: one number or array per axis, x first, that broadcast. Returns an array of float32,
        and for numbers alone a float; a function of several channels an array with one more axis, the last. With
        `gradient` it also returns the derivatives by each coordinate, in an array of shape (dim, ...): they come from
        the text by themselves. A text that has none raises ValueError with the place.

        Coordinates are rounded to float32, once; booleans are 0 and 1. `cells`, a tuple of whole numbers or arrays of
        them, one per axis, goes on far from 0, where floats are coarse: the coordinates are then fractions from 0 to 1
        within these units. docs/functions.md says what stays exact ("Tiles and worlds far out"). Arrays of other
        libraries are handled as by Noise; functions of several channels take NumPy's alone. `out` is an array of
        float32 to write to, `threads` 0 is one per hardware thread; with gradient, `out` is two arrays. Many points at
        once are far faster than one at a time.

        >>> square = Function.from_text("float noise(vec2 p) { return p.x * p.x + p.y; }")
        >>> value, (dx, dy) = square(3, 1, gradient=True)
        >>> value, float(dx), float(dy)
        (10.0, 6.0, 1.0)
        >>> hills = Function.from_text("float noise(vec2 p) { return perlin2(0.5 * p, 7u); }")
        >>> hills(0.5, 0.25, cells=(2 * 10**9, -3)) == hills(0.5, 0.25, cells=(2 * 10**9 + 2**32, -3))
        True
        """
        dim, channels = self._dim, self._channels
        if len(coordinates) != dim:
            raise wrong_count(coordinates, dim)
        kind = None
        if cells is not None or not PLAIN.issuperset(map(type, coordinates)):
            options = {"cells": cells is not None, "gradient": gradient, "out": out is not None}
            kind = Kind(coordinates, cells, options)
            if channels > 1 and kind.is_special:
                raise TypeError(f"expected plain NumPy arrays, since the function returns {channels} numbers")
            if kind.library:
                return kind.keep(functools.partial(self, threads=threads))
        arrays = [coordinates_of(name, value) for name, value in zip(AXES, coordinates)]
        if cells is not None:
            arrays += cells_of(cells, dim)
        threads = whole("threads", threads, 0, MOST_THREADS)
        results, slopes = self._results(broadcast_shape(arrays, dim), gradient, out)
        if out is not None:
            written = [results] if slopes is None else [results, slopes]
            arrays = [array.copy() if any(_isonoise.may_overlap(array, to) for to in written) else array
                      for array in arrays]
        self._evaluate(arrays, results, slopes, threads)
        if out is None:
            if results.ndim == 0 and not any(isinstance(value, np.ndarray) for value in (*coordinates, *(cells or ()))):
                results = results.item()
            elif kind:
                results, slopes = kind.like(results), kind.like(slopes)
        return results if slopes is None else (results, slopes)

    def grid(self, shape, *, step=1 / 64, offset=0.0, first=0, gradient=False, out=None, threads=1):
        """The function on a grid, with the bits of `isonoise bake`. Returns float32 of that shape; several channels are
        the last axis.

        The last axis of the shape is x, the one before it y, and so on. All other arguments are one value for all axes
        or one each, in that order. Point i along an axis lies at offset + (first + i) * step, computed in double and
        rounded to float32; where float32 is coarser than the steps, the function goes on at cells. gradient, out and
        threads are those of calling the function.

        >>> Function.from_text("vec2 noise(vec2 p) { return p; }").grid((2, 3), step=1.0).tolist()
        [[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]]
        """
        dim = self._dim
        shape = grid_shape(shape, dim)
        steps = each("step", step, dim, real)
        offsets = each("offset", offset, dim, real)
        firsts = each("first", first, dim, whole, -2**52, 2**52)
        threads = whole("threads", threads, 0, MOST_THREADS)
        results, slopes = self._results(shape, gradient, out)
        if results.size > 0:
            arrays, is_far = [], False
            with np.errstate(over="ignore", invalid="ignore"):
                for axis, size in enumerate(shape):
                    at = offsets[axis] + (firsts[axis] + np.arange(size, dtype=np.float64)) * steps[axis]
                    # From 2^e on, float32 are 2^(e - 23) apart.
                    coarse = np.ldexp(1.0, math.frexp(steps[axis])[1] + 23)
                    is_far |= size > 1 and coarse < max(abs(at[0]), abs(at[-1])) < 2.0**62
                    arrays.insert(0, at.reshape([size if other == axis else 1 for other in range(dim)]))
                wholes = [np.floor(at) for at in arrays]
                places = [(at - whole).astype(FLOAT32) for at, whole in zip(arrays, wholes)]
                places += [whole.astype(np.int64) for whole in wholes]
            try:
                self._evaluate(places if is_far else arrays, results, slopes, threads)
            except ValueError:  # a text that cannot have cells
                if not is_far:
                    raise
                self._evaluate(arrays, results, slopes, threads)
        return results if slopes is None else (results, slopes)

    def _results(self, shape, gradient, out):
        """The arrays for the value and for the gradient, or None for that."""
        if not isinstance(gradient, (bool, np.bool_)):
            raise TypeError(f"gradient: expected True or False, got {quoted(gradient)}")
        if gradient:
            if self._derived is None:
                self._derived = _isonoise.with_gradient(self._function)
            return outputs_of(shape, self._dim, out)
        if self._channels > 1:
            shape = (*shape, self._channels)
        return np.empty(shape, FLOAT32) if out is None else output_of("out", out, shape), None

    def _evaluate(self, arrays, results, slopes, threads):
        """`arrays`: coordinates and, behind them, cells."""
        array = np.asarray(results)  # the channels of a matrix would be matrices
        channels = (array,) if self._channels == 1 else tuple(array[..., c] for c in range(self._channels))
        if slopes is not None:
            channels = (array, *(slopes[c, ...] for c in range(self._dim)))  # arrays even if they have no axis
        function = self._function if slopes is None else self._derived
        cells = tuple(arrays[self._dim:]) or None
        _isonoise.evaluate_function(function, tuple(arrays[:self._dim]), cells, channels, threads)

    def __repr__(self):
        texts = [repr(self._name), *(f"{name}={value!r}" for name, value in self.parameters.items())]
        return f"{type(self).__name__}({', '.join(texts)})"

    def _identity(self):
        return self._text, tuple(self._includes.items()), repr(self.parameters)  # -0.0 is not 0.0

    def __eq__(self, other):
        return self._identity() == other._identity() if isinstance(other, Function) else NotImplemented

    def __hash__(self):
        return hash(self._identity())

    def __reduce__(self):
        return _made, (type(self), self._text, self._name, self._includes, self._given)

    def __dask_tokenize__(self):
        return type(self).__name__, _isonoise.version, self._identity()


def _made(cls, text, name, includes, parameters):
    function = cls.__new__(cls)
    function._create(text, name, includes.get, parameters)
    return function


Function.__module__ = __package__  # where users find it
