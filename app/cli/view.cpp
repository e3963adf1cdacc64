#include "cli/options.hpp"
namespace isonoise {
void add_view(CLI::App&, int&) {}
}  // namespace isonoise
