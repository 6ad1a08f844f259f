#include "tests/lib/static/chains/write_descriptor.hpp"

#include <tileproof/layout.hpp>

namespace tileproof::tests {
namespace {

using enum transform_kind;

class writer {
  public:
    writer(const layout_description& description, properties::draw& from)
        : description_(description), layout_(description), from_(from) {
        // All known at compile time, all at run time, or each as it falls.
        constexpr int shares[] = {100, 0, 50};
        static_share_ = shares[from.weighted({45, 15, 40})];
        const bool wide = layout_.element_space_size() > 0x7fff'ffff || from.chance(25);
        index_ = wide ? "long_index_t" : "index_t";
        // Lengths beyond 31 bits (of replicated dims) and strides (of a dim of length 1) need it too.
        const layout_view view = layout_.view();
        for (const long_index_t length : layout_.hidden_lengths())
            if (length > 0x7fff'ffff) index_ = "long_index_t";
        for (int i = 0; i < view.header().operation_count; ++i) {
            const layout_operation& operation = view.operations()[i];
            for (int d = 0; operation.kind == embed && d < operation.upper_count; ++d)
                if (view.values(operation)[operation.upper_count + d] > 0x7fff'ffff)
                    index_ = "long_index_t";
        }
    }

    std::string descriptor(const std::string& name) {
        std::string text = "inline auto " + name + "() {\n    const auto d0 = " + base() + ";\n";
        for (std::size_t s = 0; s < description_.stages.size(); ++s)
            text += "    const auto d" + std::to_string(s + 1) +
                    " = transform_tensor_descriptor(\n        d" + std::to_string(s) + ", " +
                    stage(s) + ");\n";
        return text + "    return d" + std::to_string(description_.stages.size()) + ";\n}\n";
    }

    std::string chain(const std::string& name) {
        std::string text = "inline auto " + name + "() {\n    const auto d0 = " + base() + ";\n";
        if (description_.stages.empty()) return text + "    return d0;\n}\n";
        text += "    const typename decltype(d0)::adaptor_type& a0 = d0;\n";
        std::string adaptors = "a0";
        for (std::size_t s = 0; s < description_.stages.size(); ++s) {
            const std::string a = "a" + std::to_string(s + 1);
            text += "    const auto " + a + " = make_single_stage_tensor_adaptor<" + index_ +
                    ">(\n        " + stage(s) + ");\n";
            adaptors += ", " + a;
        }
        return text + "    return make_tensor_descriptor_from_adaptor(chain_tensor_adaptors(" +
               adaptors + "),\n        d0.get_element_space_size());\n}\n";
    }

  private:
    std::string value(long_index_t v) {
        if (from_.chance(static_share_)) return "number<" + std::to_string(v) + ">{}";
        return "run_time(" + std::to_string(v) + ")";
    }
    std::string values(const std::vector<long_index_t>& all) {
        std::string text;
        for (const long_index_t v : all) text += (text.empty() ? "" : ", ") + value(v);
        return "make_tuple(" + text + ")";
    }
    static std::string ids(const std::vector<int>& dims) {
        std::string text;
        for (const int d : dims) text += (text.empty() ? "" : ", ") + std::to_string(d);
        return "sequence<" + text + ">{}";
    }

    std::string base() {
        const base_description& b = description_.base;
        const std::string name = "make_naive_tensor_descriptor";
        switch (b.kind) {
            case base_kind::packed:
                return name + "_packed<" + index_ + ">(" + values(b.lengths) + ")";
            case base_kind::aligned:
                return name + "_aligned<" + index_ + ">(" + values(b.lengths) + ", " +
                       value(b.alignment) + ")";
            case base_kind::naive:
                break;
        }
        const std::string both = values(b.lengths) + ", " + values(b.strides);
        if (!b.offset) return name + "<" + index_ + ">(" + both + ")";
        return name + "_with_offset<" + index_ + ">(" + both + ", " + value(*b.offset) + ")";
    }

    std::string stage(std::size_t s) {
        layout_description before = description_;
        before.stages.resize(s);
        const std::vector<long_index_t> lengths = layout(before).lengths();
        std::string transforms, lower, upper;
        for (const item_description& item : description_.stages[s].items) {
            const std::string gap = transforms.empty() ? "" : ", ";
            transforms += gap + transform(item, lengths);
            lower += gap + ids(item.lower);
            upper += gap + ids(item.upper);
        }
        return "make_tuple(" + transforms + "),\n        make_tuple(" + lower + "), make_tuple(" +
               upper + ")";
    }

    std::string transform(const item_description& item, const std::vector<long_index_t>& lengths) {
        const auto below = [&](std::size_t i) {
            return lengths[static_cast<std::size_t>(item.lower[i])];
        };
        const auto argument = [&](std::size_t i) { return value(item.arguments[i]); };
        std::vector<long_index_t> all;
        for (std::size_t i = 0; i < item.lower.size(); ++i) all.push_back(below(i));
        switch (item.kind) {
            case pass:
                return "make_pass_through_transform(" + value(below(0)) + ")";
            case pad:
                return "make_pad_transform(" + value(below(0)) + ", " + argument(0) + ", " +
                       argument(1) + ")";
            case left_pad:
                return "make_left_pad_transform(" + value(below(0)) + ", " + argument(0) + ")";
            case right_pad:
                return "make_right_pad_transform(" + value(below(0)) + ", " + argument(0) + ")";
            case embed:
                return "make_embed_transform(" + values(item.arguments) + ", " +
                       values(item.strides) + ")";
            case merge:
                return "make_merge_transform(" + values(all) + ")";
            case merge_divmod:
                return "make_merge_transform_v3_division_mod(" + values(all) + ")";
            case unmerge:
                return "make_unmerge_transform(" + values(item.arguments) + ")";
            case freeze:
                return "make_freeze_transform(" + argument(0) + ")";
            case insert:
                return "make_insert_transform(" + argument(0) + ")";
            case replicate:
                return "make_replicate_transform(" + values(item.arguments) + ")";
            case slice:
                return "make_slice_transform(" + value(below(0)) + ", " + argument(0) + ", " +
                       argument(1) + ")";
            case modulo:
                return "make_modulo_transform(" + argument(0) + ", " + argument(1) + ")";
            case xor_:
                return "make_xor_transform(" + values(all) + ")";
            case offset:
                return "make_offset_transform(" + value(below(0)) + ", " + argument(0) + ")";
            case gather:
                return "make_indexing_transform(" + values(item.arguments) + ")";
        }
        return "";
    }

    const layout_description& description_;
    layout layout_;
    properties::draw& from_;
    int static_share_ = 100;
    std::string index_;
};

}  // namespace

written_descriptor write_descriptor(int n, const layout_description& layout,
                                    properties::draw& from) {
    writer w(layout, from);
    const std::string name = "chain_" + std::to_string(n);
    const std::string text = print_layout(layout);
    written_descriptor result;
    result.functions =
        "// " + text + "\n" + w.descriptor(name) + w.chain(name + "_of_adaptors") + "\n";
    result.entry = "    forms.push_back(form_of<&" + name + ", &" + name +
                   "_of_adaptors>(\n        \"" + text + "\"));\n";
    return result;
}

}  // namespace tileproof::tests
