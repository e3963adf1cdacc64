// The temporary names that an end of the program must remove, such as the window thread's and an export's. Private.
//
// Whoever removes them, a signal handler or Windows's thread for Ctrl+C, may neither read a string of ours nor wait: so
// each name has a slot, in use while `taken` is set and holding a whole name while `holds` is set.
#pragma once

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>

namespace isonoise {

template <class Char> class PendingNames {
  public:
    void add(const std::basic_string<Char>& name) {
        if (name.size() >= std::size(slots_[0].name)) return;
        for (Slot& slot : slots_) {
            if (slot.taken.exchange(true)) continue;
            *std::copy(name.begin(), name.end(), slot.name) = 0;
            slot.holds = true;
            return;
        }
    }
    void drop(const std::basic_string<Char>& name) {
        for (Slot& slot : slots_) {
            if (!slot.holds || name != slot.name) continue;
            slot.holds = false;
            slot.taken = false;
            return;
        }
    }
    // Safe in a signal handler, if `remove` is.
    template <class Remove> void each(Remove remove) const {
        for (const Slot& slot : slots_) {
            if (slot.holds) remove(slot.name);
        }
    }

  private:
    struct Slot {
        std::atomic<bool> taken = false;
        std::atomic<bool> holds = false;
        Char name[4096] = {};
    };
    Slot slots_[64];
};

}  // namespace isonoise
