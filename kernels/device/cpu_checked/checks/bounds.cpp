// Every access lies in a live object, aligned, and within the lengths of the arrays it goes
// through.
#include "kernels/device/cpu_checked/checks/checks.hpp"

namespace tileproof::cpu_checked {
namespace {

// "4 bytes past its end", "in front of its first byte by 8 bytes".
std::string distance(const access& a) {
    const region& r = *a.target;
    const auto offset = static_cast<std::int64_t>(a.offset);
    if (offset < 0)
        return "begin " + count_text(static_cast<std::uint64_t>(-offset), "byte") + " in front of";
    if (a.offset < r.bytes)
        return "end " + count_text(a.offset + a.bytes - r.bytes, "byte") + " past the end of";
    if (a.offset == r.bytes) return "begin right at the end of";
    return "begin " + count_text(a.offset - r.bytes, "byte") + " past the end of";
}

class bounds final : public checker {
  public:
    std::string_view name() const override { return "bounds"; }

    void outside(const access& a, report_sink& sink) override {
        const std::string key = key_of(a);
        if (sink.has(key)) return;
        const bool freed = a.target && a.target->freed;
        check_report r =
            sink.begin(freed ? check_kind::use_after_free : check_kind::out_of_bounds, a);
        r.sentence = sink.who(a) + (a.write ? " writes " : " reads ") + count_text(a.bytes, "byte");
        if (!a.target) {
            r.sentence +=
                " at an address that belongs to no device buffer and no variable of the kernel: a "
                "pointer "
                "of the host, or one that was never set.";
        } else if (freed) {
            r.sentence += " of " + target_text(*a.target) + " which was freed before this launch.";
        } else {
            r.sentence += " that " + distance(a) + " " + target_text(*a.target);
            const auto offset = static_cast<std::int64_t>(a.offset);
            const auto size = static_cast<std::int64_t>(a.bytes);
            if (offset % size == 0 && a.target->bytes % a.bytes == 0)
                r.sentence += ": element " + std::to_string(offset / size) + " of " +
                              std::to_string(a.target->bytes / a.bytes) + ", counted in " +
                              std::to_string(size) + "-byte elements";
            r.sentence += ". Guard the access with the sizes that belong to this memory.";
        }
        sink.add(key, std::move(r));
    }

    void index_outside(const access& a, const char* array, std::int64_t index,
                       report_sink& sink) override {
        const std::string key = key_of(a);
        if (sink.has(key)) return;
        check_report r = sink.begin(check_kind::index_outside, a);
        r.sentence = sink.who(a) + " uses index " + std::to_string(index) +
                     " in an array of type " + array +
                     ": it reaches into the next row or past the end of the array.";
        sink.add(key, std::move(r));
    }

    void misaligned(const access& a, std::size_t alignment, report_sink& sink) override {
        const std::string key = key_of(a);
        if (sink.has(key)) return;
        check_report r = sink.begin(check_kind::misaligned, a);
        r.sentence = sink.who(a) + (a.write ? " writes " : " reads ") +
                     count_text(a.bytes, "byte") + " at byte " + std::to_string(a.offset) + " of " +
                     target_text(*a.target) + ", an address that is no multiple of " +
                     std::to_string(alignment) + ", which this type needs.";
        sink.add(key, std::move(r));
    }

    void constant_written(const access& a, report_sink& sink) override {
        const std::string key = key_of(a);
        if (sink.has(key)) return;
        check_report r = sink.begin(check_kind::constant_written, a);
        r.sentence = sink.who(a) + " writes " + count_text(a.bytes, "byte") + " to " +
                     target_text(*a.target) + ", which kernels may only read.";
        sink.add(key, std::move(r));
    }

  private:
    // One line of the source is one bug, whatever it overruns and however.
    static std::string key_of(const access& a) { return "bounds " + place_text(*a.at); }
};

}  // namespace

std::unique_ptr<checker> make_bounds_check() { return std::make_unique<bounds>(); }

}  // namespace tileproof::cpu_checked
