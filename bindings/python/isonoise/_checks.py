"""Arguments of Noise and Function."""

import math
import operator

import numpy as np

from ._arrays import AXES, is_number
from ._quoted import quoted

MOST_POINTS = 2**48
MOST_THREADS = 1024


def plain(value):
    """An array as nested lists, or one number if it has no axes; other values as they are."""
    return value.tolist() if isinstance(value, np.ndarray) else value


def whole(name, value, least, most):
    try:
        number = operator.index(value)
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, got {quoted(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected a whole number from {least} to {most}, got {quoted(value)}")
    return number


def real(name, value):
    if not is_number(value):
        raise TypeError(f"{name}: expected a number, got {quoted(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name}: expected a number, got {quoted(value)}")
    return number


def each(name, value, dim, convert, *limits, optional=False):
    """One value for all axes of a grid, or one each. None may be one only where it is allowed."""
    value = plain(value)
    if not isinstance(value, (tuple, list)):
        value = (value,)
    if len(value) not in (1, dim):
        raise ValueError(f"{name}: expected one value, or {dim}, one per axis, got {quoted(value)}")
    items = [None if item is None and optional else convert(name, item, *limits) for item in value]
    return items if len(items) == dim else items * dim


def wrong_count(coordinates, dim):
    names = ", ".join(AXES[:dim])
    return TypeError(f"expected {dim} coordinate{'s' * (dim > 1)} ({names}), since dim is {dim}, got "
                     f"{len(coordinates)}")


def broadcast_shape(arrays, dim):
    """The shape of points with these coordinates and, behind them, cells."""
    try:
        return np.broadcast(*arrays).shape
    except ValueError:
        names = [*AXES[:dim], *(f"cells of {axis}" for axis in AXES[:dim])]
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(names, arrays))
        raise ValueError(f"the shapes do not broadcast: {shapes}") from None


def grid_shape(shape, dim):
    shape = plain(shape)
    if not isinstance(shape, (tuple, list)):
        shape = (shape,)
    if len(shape) != dim:
        raise ValueError(f"shape: expected {dim} size{'s' * (dim > 1)}, since dim is {dim}, got {quoted(shape)}")
    shape = tuple(whole("shape", size, 0, MOST_POINTS) for size in shape)
    if math.prod(shape) > MOST_POINTS:
        raise ValueError(f"shape: expected 2^48 points at most, got {shape}")
    return shape
