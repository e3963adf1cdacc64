// Temporary names: their form, and a list of those to remove when the program is ended, e.g. of the window thread and
// of an export. Private.
//
// A signal handler, or Windows' thread for Ctrl+C, can neither read our strings nor lock: so each name has a fixed
// slot, in use while `taken` is set and valid while `holds` is set.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace isonoise {

// ".isonoise-HOST-PROCESS-COUNT.part": short, whatever the file's own name, and unique per call.
std::string temporary_name(const std::string& host, unsigned long process);

struct TemporaryName {
    std::string host;  // may contain dashes
    unsigned long process = 0;
};
// Empty if the name is not a temporary one.
std::optional<TemporaryName> parse_temporary(std::string_view name);

// Remembers the most recent folders: a world may have more than fit in memory.
class FoldersMet {
  public:
    using Id = std::pair<std::uint64_t, std::uint64_t>;
    // Returns true the first time.
    bool meet(const Id& id) {
        const std::lock_guard lock(mutex_);
        if (std::find(met_.begin(), met_.end(), id) != met_.end()) return false;
        met_[next_++ % met_.size()] = id;
        return true;
    }

  private:
    std::mutex mutex_;
    std::array<Id, 64> met_{};
    std::size_t next_ = 0;
};

template <class Char> class PendingNames {
  public:
    // `folder`: descriptor of the folder that a relative name is in.
    void add(const std::basic_string<Char>& name, int folder = -1) {
        if (name.size() >= std::size(slots_[0].name)) return;
        for (Slot& slot : slots_) {
            if (slot.taken.exchange(true)) continue;
            *std::copy(name.begin(), name.end(), slot.name) = 0;
            slot.folder = folder;
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
    // Calls remove(name, folder). Safe in a signal handler, if `remove` is.
    template <class Remove> void each(Remove remove) const {
        for (const Slot& slot : slots_) {
            if (slot.holds) remove(slot.name, slot.folder);
        }
    }

  private:
    struct Slot {
        std::atomic<bool> taken = false;
        std::atomic<bool> holds = false;
        int folder = -1;
        Char name[4096] = {};
    };
    Slot slots_[64];
};

}  // namespace isonoise
