"""Builds isonoise._isonoise by CMake, from the repository around this folder or an sdist's copy of it."""

import os
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:
    from setuptools.command.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
COPY = HERE / "source"  # in an sdist
ROOT = COPY if COPY.exists() else HERE.parents[1]
SCENES = "app/scene/scenes.def"
SOURCES = ["CMakeLists.txt", "LICENSE", SCENES, "app/presets", "core", "third_party"]


def version():
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return cmake.split("project(isonoise VERSION ")[1].split()[0]


class Build(build_ext):
    def build_extension(self, ext):
        module = Path(self.get_ext_fullpath(ext.name)).resolve()
        build = Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cmake", "--fresh", "-S", HERE, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                        f"-DISONOISE_SOURCE={ROOT}", f"-DISONOISE_PYTHON_INCLUDE={sysconfig.get_path('include')}",
                        *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(["cmake", "--build", build, "--target", "_isonoise", "--parallel", jobs], check=True)
        module.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "_isonoise.abi3.so", module)


class BuildPackage(build_py):
    def run(self):
        super().run()
        to = Path(self.build_lib) / "isonoise" / "presets"
        to.mkdir(parents=True, exist_ok=True)
        for file in [*(ROOT / "app/presets").glob("*.json"), ROOT / SCENES]:
            shutil.copy(file, to)


class SourceDistribution(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            to = Path(base_dir) / "source" / name
            to.parent.mkdir(parents=True, exist_ok=True)
            copy(ROOT / name, to)


class Wheel(bdist_wheel):
    def finalize_options(self):
        self.py_limited_api = "cp311"  # the stable ABI's version in module.c
        super().finalize_options()


setup(
    version=version(),
    packages=["isonoise"],
    package_data={"isonoise": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("isonoise._isonoise", ["module.c"], py_limited_api=True)],
    cmdclass={"build_ext": Build, "build_py": BuildPackage, "sdist": SourceDistribution, "bdist_wheel": Wheel},
    zip_safe=False,
)
