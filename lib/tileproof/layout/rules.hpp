// The rules of each transform: which lower lengths and arguments it takes, and the upper lengths it
// makes.
//
//   unmerge(4,64) over lower length 256: upper lengths 4, 64
//   unmerge(4,60) over lower length 256: refused, because 4 * 60 is 240
#pragma once

#include <tileproof/layout/checked.hpp>
#include <tileproof/layout/limits.hpp>
#include <tileproof/layout/printer.hpp>
#include <tileproof/layout_error.hpp>

namespace tileproof::detail {

// One item with the lengths of its lower dimensions.
class item_rules {
  public:
    item_rules(const item_description& item, std::span<const long_index_t> lower, int stage,
               int position)
        : item_(item), lower_(lower), stage_(stage), position_(position) {}

    // The lengths of the upper dimensions, in the order of item.upper.
    // Errors: layout_error that names the stage, the item, its values and the rule.
    std::vector<long_index_t> upper_lengths() const {
        check_counts();
        const auto& arguments = item_.arguments;
        switch (item_.kind) {
            case transform_kind::pass:
            case transform_kind::xor_:
                if (item_.kind == transform_kind::xor_) check_xor();
                return {lower_.begin(), lower_.end()};
            case transform_kind::pad:
            case transform_kind::left_pad:
            case transform_kind::right_pad:
                return {padded()};
            case transform_kind::embed:
                check_embed();
                return arguments;
            case transform_kind::merge:
            case transform_kind::merge_divmod:
                return {merged()};
            case transform_kind::unmerge:
                check_unmerge();
                return arguments;
            case transform_kind::freeze:
                require_range(arguments[0], 0, lower_[0] - 1, "the frozen index");
                return {};
            case transform_kind::insert:
            case transform_kind::replicate:
                require_no_negative(arguments, "length");
                return arguments;
            case transform_kind::slice:
                require_range(arguments[1], 0, lower_[0], "the end of the slice");
                require_range(arguments[0], 0, arguments[1], "the beginning of the slice");
                return {arguments[1] - arguments[0]};
            case transform_kind::modulo:
                require_range(arguments[0], 1, lower_[0], "the modulus");
                require_no_negative({&arguments[1], 1}, "length");
                return {arguments[1]};
            case transform_kind::offset:
                require_range(arguments[0], 0, lower_[0], "the offset");
                return {lower_[0] - arguments[0]};
            case transform_kind::gather:
                for (const long_index_t entry : arguments)
                    require_range(entry, 0, lower_[0] - 1, "an entry of the table");
                return {static_cast<long_index_t>(arguments.size())};
        }
        refuse("this is none of the transforms");
    }

    [[noreturn]] void refuse(const std::string& rule) const {
        std::string text = print_item(item_);
        if (text.size() > 200) text = text.substr(0, 200) + "...";
        throw layout_error("Stage " + std::to_string(stage_) + ", transform " +
                           std::to_string(position_) + ", " + text + ": " + rule + ".");
    }

  private:
    static constexpr int any = -1;
    struct counts {
        int lower, upper,
            arguments;  // `any` is 1 or more; upper `any` is as many as there are arguments
    };
    static counts counts_of(transform_kind kind) {
        switch (kind) {
            case transform_kind::pass:
                return {1, 1, 0};
            case transform_kind::pad:
                return {1, 1, 2};
            case transform_kind::left_pad:
                return {1, 1, 1};
            case transform_kind::right_pad:
                return {1, 1, 1};
            case transform_kind::embed:
                return {1, any, any};
            case transform_kind::merge:
                return {any, 1, 0};
            case transform_kind::merge_divmod:
                return {any, 1, 0};
            case transform_kind::unmerge:
                return {1, any, any};
            case transform_kind::freeze:
                return {1, 0, 1};
            case transform_kind::insert:
                return {0, 1, 1};
            case transform_kind::replicate:
                return {0, any, any};
            case transform_kind::slice:
                return {1, 1, 2};
            case transform_kind::modulo:
                return {1, 1, 2};
            case transform_kind::xor_:
                return {2, 2, 0};
            case transform_kind::offset:
                return {1, 1, 1};
            case transform_kind::gather:
                return {1, 1, any};
        }
        return {0, 0, 0};
    }

    void check_counts() const {
        const counts expected = counts_of(item_.kind);
        check_count(expected.arguments, item_.arguments.size(), "arguments");
        check_count(expected.lower, item_.lower.size(), "lower dimensions");
        check_count(expected.upper, item_.upper.size(), "upper dimensions");
        if (expected.upper == any && item_.upper.size() != item_.arguments.size())
            refuse("it makes one upper dimension for each of its " +
                   std::to_string(item_.arguments.size()) + " lengths, but names " +
                   std::to_string(item_.upper.size()));
        if (item_.kind == transform_kind::embed && item_.strides.size() != item_.arguments.size())
            refuse("there are " + std::to_string(item_.strides.size()) + " strides for " +
                   std::to_string(item_.arguments.size()) +
                   " lengths; give each length one stride");
        if (item_.kind != transform_kind::embed && !item_.strides.empty())
            refuse("only embed has strides; leave them out");
    }
    void check_count(int expected, std::size_t count, const char* what) const {
        if (expected == any ? count == 0 : count != static_cast<std::size_t>(expected))
            refuse("it takes " + (expected == any ? "1 or more" : std::to_string(expected)) + " " +
                   what + ", but " + std::to_string(count) +
                   (count == 1 ? " is given" : " are given"));
    }

    void check_xor() const {
        if (lower_[1] < 1 || (lower_[1] & (lower_[1] - 1)) != 0)
            refuse("its second length must be a power of two, but it is " +
                   std::to_string(lower_[1]) + "; pad the dimension first");
    }

    long_index_t padded() const {
        require_no_negative(item_.arguments, "pad");
        std::optional<long_index_t> length = lower_[0];
        for (const long_index_t pad : item_.arguments)
            if (length) length = checked_add(*length, pad);
        return fitting(length, "the padded length");
    }

    long_index_t merged() const {
        return fitting(checked_product(lower_), "the product of the lengths");
    }

    void check_embed() const {
        require_no_negative(item_.arguments, "length");
        require_no_negative(item_.strides, "stride");
        const long_index_t reach = fitting(checked_reach(item_.arguments, item_.strides),
                                           "one past the last element reached");
        if (reach > lower_[0])
            refuse("its last index is element " + std::to_string(reach - 1) +
                   ", outside the lower length " + std::to_string(lower_[0]) +
                   "; make lengths or strides smaller");
    }

    void check_unmerge() const {
        require_no_negative(item_.arguments, "length");
        const long_index_t product =
            fitting(checked_product(item_.arguments), "the product of its lengths");
        if (product != lower_[0])
            refuse("the product of its lengths is " + std::to_string(product) +
                   ", but must be the lower length " + std::to_string(lower_[0]));
    }

    void require_no_negative(std::span<const long_index_t> values, const char* what) const {
        for (const long_index_t value : values)
            if (value < 0)
                refuse("a " + std::string(what) + " is " + std::to_string(value) +
                       ", but must not be negative");
    }
    void require_range(long_index_t value, long_index_t least, long_index_t most,
                       const char* what) const {
        if (value >= least && value <= most) return;
        std::string range = most < least ? "nothing is allowed, because the lower length is "
                                         : "it must be from " + std::to_string(least) + " to " +
                                               std::to_string(most) + " for the lower length ";
        refuse(std::string(what) + " is " + std::to_string(value) + ", but " + range +
               std::to_string(lower_[0]));
    }
    long_index_t fitting(std::optional<long_index_t> value, const char* what) const {
        if (!value) refuse(std::string(what) + " does not fit 64 bits; make lengths smaller");
        return *value;
    }

    const item_description& item_;
    std::span<const long_index_t> lower_;
    int stage_;
    int position_;
};

}  // namespace tileproof::detail
