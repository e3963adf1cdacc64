// Mutators for texts whose readers refuse nearly all that libFuzzer's own changes make. A target calls one from
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

// Changes, drops, copies or swaps values and keys of JSON; a text that is none, by its bytes. Targets that use it link
// nlohmann_json.
std::string mutate_json(std::string_view text, Random& random, std::size_t most);

// A report on drivers whose runs have the sums that their functions give.
std::string with_sums(const std::string& report, std::size_t most);

// Repeats a piece of the text many times, or puts one into many brackets: what nests too deeply.
std::string mutate_depth(std::string_view text, Random& random, std::size_t most);

// By libFuzzer itself.
std::string mutate_bytes(std::string_view text, std::size_t most);

// Copies what one of them returned to where libFuzzer wants it.
std::size_t put(const std::string& text, std::uint8_t* data, std::size_t most);

}  // namespace isonoise::fuzz
