// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/changed_kernel.hpp"

#include "compiler/build/device_build.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <sys/mman.h>

#include <ctime>
#include <functional>
#include <new>

namespace tileproof::diagnosis {

using namespace compiler;
using namespace fuzz;
using namespace properties;
using devices::tried_changes;

namespace {

constexpr double seconds_to_begin_again = 0.01;
constexpr double longest = 8;  // seconds that pass for one of the processor's, at most

// Memory that a child process fills.
template <class T>
class shared_array {
  public:
    explicit shared_array(std::size_t n)
        : bytes_(std::max<std::size_t>(n, 1) * sizeof(T)),
          at_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (at_ == MAP_FAILED) throw std::bad_alloc();
    }
    ~shared_array() { munmap(at_, bytes_); }
    shared_array(const shared_array&) = delete;
    shared_array& operator=(const shared_array&) = delete;
    T& operator[](std::size_t i) const { return static_cast<T*>(at_)[i]; }

  private:
    const std::size_t bytes_;
    void* const at_;
};

}  // namespace

bool trial_outcome::shows(std::size_t cause) const {
    return std::ranges::find(causes, cause) != causes.end();
}

std::size_t digest_of(const failure& f) {
    return std::hash<std::string>()(cause_of(f, {}).key) << 1 | (is_located(f) ? 1 : 0);
}
trial_outcome outcome_of(const attempt& a, const property& p) {
    tried_changes::begin(a.changes, a.fuel);
    tried_changes::until_wrong = a.until_wrong;
    const case_result result = p.check(*a.the_case);
    tried_changes::until_wrong = false;
    trial_outcome o{.judged = result.discarded.empty(),
                    .turns = a.fuel - tried_changes::fuel_left()};
    std::string sentences;
    std::size_t causes = 0;
    for (const law_result& law : result.laws)
        if (law.why) {
            o.laws |= bit_of(law.law);
            sentences += sentence(*law.why);
            if (causes < o.most_causes) o.causes[causes++] = digest_of(*law.why);
        }
    o.how = std::hash<std::string>()(sentences);
    return o;
}

changed_kernel::changed_kernel(const finding& f, const std::filesystem::path& cache)
    : device_(is_located(f.why) ? "cpu-checked" : "cpu"),
      library_(load_user({.source = f.kernel->source,
                          .compiler = f.kernel->compiler,
                          .flags = f.kernel->flags,
                          .against = f.kernel->against,
                          .cache = cache,
                          .devices = {device_},
                          .wave = f.kernel->wave})) {
    // Only what it launches is changed: what is right is said by the copy that `library_` has got its tests from.
    for (auto& [of, code] : library_.copies) {
        device_build changed({.source = f.kernel->source,
                              .cache = cache,
                              .device = device_,
                              .wave_size = of.second,
                              .architecture = "",
                              .compiler = library_.compilers.at(device_),
                              .flags = f.kernel->flags,
                              .changes = true});
        changed.make();
        code = changed.open();
    }
    for (auto& p : user_properties(library_, f.kernel->source, device_))
        if (p->subject() == f.subject && view_of(*p))
            properties_.push_back(view_of(*p)->for_trials());
}

std::vector<trial_outcome> changed_kernel::outcomes(const std::vector<attempt>& all) {
    struct progress {
        std::size_t next;
        double spent;
    };
    const shared_array<trial_outcome> of(all.size());
    const shared_array<progress> now(1);
    auto& [next, spent] = now[0];
    spent = spent_;
    const auto go_on = [&] {
        const auto seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
        for (; next < all.size() && spent < seconds_; ++next) {
            of[next].tried = true;
            const double before = seconds();
            of[next] = outcome_of(all[next], *properties_[0]);
            of[next].tried = true;
            spent += seconds() - before;
        }
        return std::string();
    };
    while (next < all.size() && spent < seconds_) try {
            run_in_child(go_on, longest * seconds_);
        } catch (const std::exception&) {
            ++next;
            spent += seconds_to_begin_again;
        }
    spent_ = spent;
    return {&of[0], &of[0] + all.size()};
}

}  // namespace tileproof::diagnosis
