# python3 conan.py RECIPE WORK: runs a recipe in the order of `conan create`, with stand-ins for Conan's classes,
# without the option batch. The package is then in WORK/packages, and WORK/builddirs lists its CMake folders.
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import types

recipe, work = sys.argv[1:]
source, packages = os.path.join(work, "source"), os.path.join(work, "packages")


class ConanFile:
    recipe_folder = os.path.dirname(recipe)
    export_sources_folder = source
    cpp_info = types.SimpleNamespace(set_property=lambda *_: None)
    required = []

    def requires(self, name, **_):
        self.required.append(name)


class CMakeToolchain:
    def __init__(self, conanfile):
        self.cache_variables = conanfile.variables = {}

    def generate(self):
        pass


class CMakeDeps(CMakeToolchain):
    def __init__(self, _):
        pass


class CMake:
    def __init__(self, conanfile):
        self.variables = conanfile.variables

    def run(self, *arguments):
        subprocess.run(["cmake", *arguments], check=True)

    def configure(self):
        self.run("-S", source, "-B", work + "/build", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_LIBDIR=lib",
                 *(f"-D{name}={'ON' if value else 'OFF'}" for name, value in self.variables.items()))

    def build(self):
        self.run("--build", work + "/build")

    def install(self):
        self.run("--install", work + "/build", "--prefix", packages)


def load(_, path):
    with open(path) as file:
        return file.read()


def copy(_, pattern, src, dst):
    found = glob.glob(pattern, root_dir=src)
    assert found, pattern
    for name in found:  # Conan's * matches across folders
        path, to = os.path.join(src, name), os.path.join(dst, name)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, to)


for name, content in {"conan": {"ConanFile": ConanFile}, "conan.tools": {},
                      "conan.tools.files": {"copy": copy, "load": load},
                      "conan.tools.cmake": {"CMake": CMake, "CMakeDeps": CMakeDeps, "CMakeToolchain": CMakeToolchain,
                                            "cmake_layout": lambda _: None}}.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(content)
spec = importlib.util.spec_from_file_location("recipe", recipe)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
Recipe = module.Isonoise
Recipe.options = types.SimpleNamespace(**{**Recipe.default_options, "batch": False})
Recipe.settings = types.SimpleNamespace(os="Linux")
package = Recipe()
for step in "set_version", "export_sources", "config_options", "requirements", "layout", "generate", "build", \
        "package", "package_info":
    getattr(package, step)()
assert package.version.count(".") == 2 and package.required == ["glm/0.9.9.8"], (package.version, package.required)
for library in package.cpp_info.libs:
    assert os.path.exists(f"{packages}/lib/lib{library}.a"), library
with open(work + "/builddirs", "w") as file:
    file.write(";".join(os.path.join(packages, folder) for folder in package.cpp_info.builddirs))
