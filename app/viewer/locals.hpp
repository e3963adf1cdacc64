// The variables of the user's function: their values at a point, and the picture of one in place of the result.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isonoise/function/function.hpp"
#include "session/session.hpp"

namespace isonoise {

class Locals {
  public:
    // Follows the session's function, a variable at a call, so that no frame waits for all. Returns whether there are
    // more.
    bool update(const Session& session);

    // The preset of the picture: the session's, or with the variable that Tools::local names in place of the result,
    // its colours fitted to it.
    Preset picture(const Session& session) const;
    // Is there such a variable?
    bool shows_one() const { return shown_.has_value(); }

    // The variables' values at a point, in the order of Function::locals(), as text; of those that it has so far.
    std::vector<std::string> values(const std::array<float, 4>& point) const;

  private:
    std::shared_ptr<const Function> of_;
    std::vector<Function> each_;
    bool is_complete_ = true;      // or the next one cannot be made
    std::string name_;             // of Tools, when shown_ was made
    std::optional<Preset> shown_;  // its function, settings and measured values count
};

}  // namespace isonoise
