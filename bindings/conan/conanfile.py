# conan create bindings/conan: packages the library for Conan 2. find_package(isonoise) works as for any installation.
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Isonoise(ConanFile):
    name = "isonoise"
    description = "Perlin noise in 1D to 4D with the same bits on the CPU and the GPU"
    license = "MIT"
    topics = ("perlin", "noise", "glsl", "procedural")
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"batch": [True, False], "fPIC": [True, False]}
    default_options = {"batch": True, "fPIC": True}

    def set_version(self):
        cmake = load(self, os.path.join(self.recipe_folder, "../../CMakeLists.txt"))
        self.version = re.search(r"project\(isonoise VERSION (\S+)", cmake).group(1)

    def export_sources(self):
        repository = os.path.join(self.recipe_folder, "../..")
        for pattern in "CMakeLists.txt", "LICENSE", "core/*", "shaders/*", "third_party/*":
            copy(self, pattern, repository, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def requirements(self):
        self.requires("glm/0.9.9.8", transitive_headers=True)
        if self.options.batch:
            self.requires("highway/1.0.3")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ISONOISE_APP"] = False
        toolchain.cache_variables["ISONOISE_C"] = False
        toolchain.cache_variables["ISONOISE_BATCH"] = bool(self.options.batch)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "isonoise")]
        self.cpp_info.libs = (["isonoise_function", "isonoise_batch"] if self.options.batch else []) + ["isonoise_core"]
