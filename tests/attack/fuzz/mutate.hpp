// Mutators for texts whose readers reject nearly all of libFuzzer's own mutations. A target calls one from
//
//   extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned
//   seed)
//
// Each takes the text and returns a changed one of at most `most` bytes.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace isonoise::fuzz {

using Random = std::minstd_rand;  // seeded for each call, so quick to seed

// Changes, drops, copies or swaps values and keys of JSON; text that is not JSON is mutated as bytes. Targets that use
// it link nlohmann_json.
std::string mutate_json(std::string_view text, Random& random, std::size_t most);

// Corrects the sums in a driver report's runs to match their functions.
std::string with_sums(const std::string& report, std::size_t most);

// Repeats a piece of the text many times, or nests one in many brackets.
std::string mutate_depth(std::string_view text, Random& random, std::size_t most);

// By libFuzzer's own mutator.
std::string mutate_bytes(std::string_view text, std::size_t most);

// A whole mutator for programs: mostly by bytes, one in 16 by depth.
std::size_t mutate_code(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);

// Copies a mutator's result to libFuzzer's buffer.
std::size_t put(const std::string& text, std::uint8_t* data, std::size_t most);

}  // namespace isonoise::fuzz
