// SPDX-License-Identifier: MIT
// Parses layout text into a description. The grammar has no nesting, so the descent needs no recursion.
//
//   layout := base ( "->" "{" item ( ";" item )* "}" )*
//   item   := name [ "(" args ")" ] ":" dims "->" dims
#pragma once

#include <tileproof/layout/scanner.hpp>
#include <tileproof/layout_description.hpp>

namespace tileproof::detail {

class layout_parser {
  public:
    explicit layout_parser(std::string_view text) : in_(text) {}

    layout_description layout() {
        layout_description result;
        result.base = base();
        while (!in_.at_end()) {
            in_.expect("->", "after the base or a stage, before the next stage");
            result.stages.push_back(stage());
        }
        return result;
    }

  private:
    base_description base() {
        base_description result;
        if (in_.take_word("packed")) {
            result.kind = base_kind::packed;
            result.lengths = list("lengths");
        } else if (in_.take_word("naive")) {
            result.kind = base_kind::naive;
            result.lengths = list("lengths");
            if (!in_.take_word("strides"))
                in_.fail("\"strides\" and a list must follow the lengths of a naive base, but " +
                         in_.found());
            result.strides = list("strides");
            if (in_.take_word("offset")) result.offset = in_.number("after \"offset\"");
        } else if (in_.take_word("aligned")) {
            result.kind = base_kind::aligned;
            result.lengths = list("lengths");
            if (!in_.take_word("align"))
                in_.fail("\"align\" and a number must follow the lengths of an aligned base, but " +
                         in_.found());
            result.alignment = in_.number("after \"align\"");
        } else {
            in_.fail("a layout begins with packed, naive or aligned, but " + in_.found());
        }
        return result;
    }

    stage_description stage() {
        stage_description result;
        in_.expect("{", "at the start of a stage");
        do {
            if (++items_ > maximum_transforms)
                in_.fail("a layout has at most " + std::to_string(maximum_transforms) +
                         " transforms, and this is one more");
            result.items.push_back(item());
        } while (in_.take(";"));
        in_.expect("}", "at the end of a stage, or \";\" before another transform");
        return result;
    }

    item_description item() {
        item_description result;
        result.kind = kind();
        if (in_.take("(")) {
            arguments(result);
            in_.expect(")", "after the arguments of " + std::string(name_of(result.kind)));
        }
        in_.expect(":", "before the lower dimensions of " + std::string(name_of(result.kind)));
        result.lower = dimensions("lower");
        in_.expect("->", "between the lower and the upper dimensions");
        result.upper = dimensions("upper");
        return result;
    }

    transform_kind kind() {
        const std::string_view word = in_.peek_word();
        for (int i = 0; i < transform_kind_count; ++i) {
            const auto candidate = static_cast<transform_kind>(i);
            if (word == name_of(candidate) ||
                (candidate == transform_kind::merge && word == "merge_magic")) {
                in_.take_word();
                return candidate;
            }
        }
        std::string names;
        for (int i = 0; i < transform_kind_count; ++i)
            names += (i == 0 ? "" : ", ") + std::string(name_of(static_cast<transform_kind>(i)));
        in_.fail("a transform begins with one of " + names + ", but " + in_.found());
    }

    void arguments(item_description& item) {
        const transform_shape shape = shape_of(item.kind);
        if (shape.strided) {
            item.arguments = list("lengths");
            in_.expect(",",
                       "between the lengths and the strides of " + std::string(name_of(item.kind)));
            item.strides = list("strides");
        } else if (shape.listed) {
            item.arguments = list("entries");
        } else {
            const std::string where = "as an argument of " + std::string(name_of(item.kind));
            do item.arguments.push_back(in_.number(where));
            while (in_.take(","));
        }
    }

    std::vector<long_index_t> list(std::string_view what) {
        std::vector<long_index_t> result;
        in_.expect("[", "before a list of " + std::string(what));
        const std::string where = "in a list of " + std::string(what);
        do result.push_back(in_.number(where));
        while (in_.take(","));
        in_.expect("]",
                   "after a list of " + std::string(what) + ", or \",\" before another number");
        return result;
    }

    std::vector<int> dimensions(std::string_view which) {
        std::vector<int> result;
        if (in_.take("(")) {
            in_.expect(")", "after \"(\": () means no dimensions");
            return result;
        }
        const std::string where = "as one of the " + std::string(which) + " dimensions";
        do {
            if (result.size() == static_cast<std::size_t>(maximum_rank))
                in_.fail("a transform has at most " + std::to_string(maximum_rank) + " " +
                         std::string(which) + " dimensions, and this is one more");
            const long_index_t dimension = in_.number(where);
            if (dimension < 0 || dimension >= maximum_rank)
                in_.fail_at_number(std::to_string(dimension) + " is no dimension: they are 0 to " +
                                   std::to_string(maximum_rank - 1));
            result.push_back(static_cast<int>(dimension));
        } while (in_.take(","));
        return result;
    }

    layout_scanner in_;
    int items_ = 0;
};

}  // namespace tileproof::detail
