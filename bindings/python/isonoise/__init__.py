"""Perlin noise in 1D to 4D on NumPy arrays, with the same bits on every CPU and GPU.

>>> import numpy as np
>>> import isonoise
>>> noise = isonoise.Noise(octaves=6, fractal="ridged")
>>> x = np.linspace(0, 8, 512)
>>> heights = noise(x, x[:, np.newaxis])       # at points: arrays that broadcast
>>> heights.shape, heights.dtype
((512, 512), dtype('float32'))
>>> heights = noise.grid((512, 512), step=1 / 64)  # on a grid: several times as fast

The values are those of ``isonoise sample`` and ``isonoise bake`` and of isonoise's shaders, to the last bit, with any
number of threads. ``help(isonoise.Noise)`` lists the settings. ``isonoise.Function("islands.glsl")`` is a function of
your own, written in GLSL, with the same bits in every shader.
"""

from ._isonoise import version as __version__
from ._function import Function
from ._noise import Noise
from ._presets import presets

__all__ = ["Function", "Noise", "presets"]
