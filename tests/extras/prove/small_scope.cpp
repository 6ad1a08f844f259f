// SPDX-License-Identifier: MIT
#include "tests/extras/prove/small_scope.hpp"

#include "extras/prove/symbolic_offset.hpp"
#include "properties/layout/layout_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tileproof/layout.hpp>
#include <tileproof/layout_vectors.hpp>

namespace tileproof::prove {
namespace {

using properties::law_id;
using properties::observed_layout;

class comparison {
  public:
    comparison(const scope& s, const lemma_book& book) : scope_(s), book_(book) {}

    scope_result run() {
        std::vector<std::string> bases{
            "packed [-1]", "naive [2] strides [-1]", "naive [2,2] strides [-1,3]",
            "naive [3] strides [2] offset -1", "naive [-1,2] strides [2,1]"};
        for (long_index_t a = 0; a <= scope_.length; ++a) {
            bases.push_back(fmt::format("packed [{}]", a));
            bases.push_back(fmt::format("naive [{}] strides [2] offset 1", a));
            for (const long_index_t b : {1, 2, 4}) {
                bases.push_back(fmt::format("packed [{},{}]", a, b));
                bases.push_back(fmt::format("naive [{},{}] strides [3,1]", a, b));
                bases.push_back(fmt::format("naive [{},{}] strides [1,{}]", a, b, a));
                bases.push_back(fmt::format("aligned [{},{}] align 3", a, b));
            }
        }
        for (const std::string& base : bases) explore(base, scope_.transforms);
        return std::move(result_);
    }

  private:
    void explore(const std::string& text, int more) {
        if (!result_.disagreement.empty()) return;
        const named_layout l(text, "");
        const bool accepted = compare(text, l);
        if (more == 0 || !accepted) return;
        std::vector<long_index_t> lengths;
        for (const polynomial& n : l.lengths()) lengths.push_back(*n.number());
        for (const std::string& stage : stages_on(lengths, more == scope_.transforms)) {
            if (scope_.only && !stage.starts_with(name_of(*scope_.only))) continue;
            if (more < scope_.transforms && ++passed_ % scope_.every != 0) continue;
            explore(text + " -> {" + stage + "}", more - 1);
        }
    }

    // Transforms of one dim, right and wrong ones, without their dims.
    std::vector<std::pair<std::string, int>> one_dim(long_index_t n, bool many) const {
        std::vector<std::pair<std::string, int>> all;
        const auto add = [&](std::string text, int upper = 1) {
            all.emplace_back(std::move(text), upper);
        };
        for (const int l : {-1, 0, 1, 2}) {
            add(fmt::format("left_pad({})", l));
            add(fmt::format("right_pad({})", l));
            for (const int r : {-1, 0, 1, 2}) add(fmt::format("pad({},{})", l, r));
        }
        for (long_index_t i = -1; i <= n + 1; ++i) {
            add(fmt::format("freeze({})", i), 0);
            add(fmt::format("offset({})", i));
            add(fmt::format("gather([{}])", i));
            for (long_index_t k = -1; k <= n + 1; ++k) {
                add(fmt::format("slice({},{})", i, k));
                add(fmt::format("modulo({},{})", i, k));
                add(fmt::format("gather([{},{}])", i, k));
            }
            if (many) add(fmt::format("gather([{},0,{}])", i, n - 1));
            if (many) add(fmt::format("gather([{},1,1])", i));
        }
        for (long_index_t a = -1; a <= n + 1; ++a)
            for (const long_index_t s : {-1, 0, 1, 2, 3}) {
                add(fmt::format("embed([{}],[{}])", a, s));
                if (many)
                    for (const long_index_t b : {-1, 0, 1, 2, 3})
                        for (const long_index_t t : {-1, 0, 1, 2, 3})
                            add(fmt::format("embed([{},{}],[{},{}])", a, b, s, t), 2);
            }
        add(fmt::format("unmerge({})", n));
        add(fmt::format("unmerge({})", n + 1));
        for (long_index_t a = -n; a <= n + 1; ++a)
            for (long_index_t b = -n; b <= n + 1; ++b)
                if (a * b >= n - 1 && a * b <= n + 1) add(fmt::format("unmerge({},{})", a, b), 2);
        for (const char* empty : {"unmerge(0,-1)", "unmerge(-1,0)"}) add(empty, 2);
        if (many) add(fmt::format("unmerge({},1,1)", n), 3);
        if (many) add(fmt::format("unmerge({},1,-1)", n), 3);
        add("merge");
        add("merge_divmod");
        add("pass");
        return all;
    }

    std::vector<std::string> stages_on(const std::vector<long_index_t>& lengths, bool many) const {
        std::vector<std::string> all;
        const int rank = static_cast<int>(lengths.size());
        const auto others = [&](const std::vector<int>& taken, int upper) {
            std::string text;
            for (int d = 0; d < rank; ++d)
                if (std::ranges::find(taken, d) == taken.end())
                    text += fmt::format("; pass: {} -> {}", d, upper++);
            return text;
        };
        const auto numbers = [](int count) {
            std::string text;
            for (int i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", i);
            return count == 0 ? std::string("()") : text;
        };
        for (int d = 0; d < rank; ++d)
            for (const auto& [transform, upper] :
                 one_dim(lengths[static_cast<std::size_t>(d)], many && rank == 1))
                all.push_back(fmt::format("{}: {} -> {}{}", transform, d, numbers(upper),
                                          others({d}, upper)));
        for (int d = 0; d < rank; ++d)
            for (int e = 0; e < rank; ++e) {
                if (d == e) continue;
                for (const char* kind : {"xor", "cyclic_shift", "inverse_cyclic_shift"})
                    all.push_back(fmt::format("{}: {},{} -> 0,1{}", kind, d, e, others({d, e}, 2)));
                for (const char* kind : {"merge", "merge_divmod"})
                    all.push_back(fmt::format("{}: {},{} -> 0{}", kind, d, e, others({d, e}, 1)));
            }
        if (rank < 3)
            for (const int n : {-1, 0, 1, 2}) {
                const std::string rest = others({}, 1);
                all.push_back(fmt::format("insert({}): () -> 0{}", n, rest));
                all.push_back(fmt::format("replicate({}): () -> 0{}", n, rest));
            }
        return all;
    }

    void disagree(const std::string& text, const std::string& what) {
        if (result_.disagreement.empty()) result_.disagreement = text + ": " + what;
    }

    bool proves(law_id law, const named_layout& l) {
        const proof_search found = search_proof(book_, law, l);
        if (found.found) {
            asked_queries asked;
            const std::string doubt = check_proof(book_, law, l, found.steps, asked);
            if (!doubt.empty())
                disagree(l.text(), "a proof that does not pass its check: " + doubt);
        }
        return found.found;
    }

    // Whether the library accepts the layout.
    bool compare(const std::string& text, const named_layout& l) {
        ++result_.layouts;
        const layout_description description = parse_layout(text);
        std::optional<observed_layout> seen;
        try {
            seen.emplace(properties::dynamic_layouts(), description);
        } catch (const layout_error&) {
        }
        if (scope_.law) return compare_law(text, l, seen ? &*seen : nullptr);
        const bool in_range = proves(law_id::L1, l);
        if (in_range && !seen) disagree(text, "L1 is proved, but the library refuses it");
        if (!seen) return false;
        ++result_.accepted;
        // No index: sums of lengths minus 1 may then be negative.
        const bool empty = std::ranges::any_of(l.places(), [](const place& p) {
            return std::ranges::any_of(p.above, [](const polynomial& n) { return n.is(0); });
        });
        if (!in_range && !empty) disagree(text, "L1 is not proved");
        if (properties::check_reference(*seen).failed())
            disagree(text, "the library does not equal the reference");
        if (!in_range) return true;
        compare_offsets(text, l, *seen);
        if (!empty) compare_symbolic(text, l, *seen);
        if (!empty) compare_vectors(text, l, *seen);  // the library's strides of nothing differ
        if (scope_.all_laws)
            for (const law_id law : {law_id::L5, law_id::L7, law_id::L10}) {
                if (!proves(law, l)) disagree(text, properties::title(law) + " is not proved");
                if (check_layout(law, properties::dynamic_layouts(), *seen).failed())
                    disagree(text, properties::title(law) + " is proved, but broken");
            }
        return true;
    }

    // A refused layout breaks every law.
    bool compare_law(const std::string& text, const named_layout& l, const observed_layout* seen) {
        const bool broken =
            seen == nullptr ||
            check_layout(*scope_.law, properties::dynamic_layouts(), *seen).failed();
        if (broken && proves(*scope_.law, l))
            disagree(text, properties::title(*scope_.law) + " is proved, but broken");
        return seen != nullptr;
    }

    void compare_offsets(const std::string& text, const named_layout& l,
                         const observed_layout& seen) {
        std::vector<long_index_t> offsets = seen.offsets();
        std::erase(offsets, properties::no_offset);
        for (const long_index_t offset : offsets)
            if (offset < 0 || offset >= seen.element_space_size())
                disagree(text, "L1 is proved, but an offset lies outside");
        std::ranges::sort(offsets);
        const bool distinct = std::ranges::adjacent_find(offsets) == offsets.end();
        const bool apart = proves(law_id::L3, l), inverse = proves(law_id::L4, l);
        if (apart && !distinct) disagree(text, "L3 is proved, but indices share an offset");
        result_.injective += apart ? 1 : 0;
        if (inverse && !properties::check_inverse(seen).held())
            disagree(text, "L4 is proved, but the inverse is wrong or missing");
        const bool sums = std::ranges::any_of(l.places(), [](const place& p) {
            return p.kind == transform_kind::embed && p.above.size() > 1;
        });
        if (!sums && seen.count() > 0 && layout(seen.description()).injectivity().by_structure) {
            if (!apart) disagree(text, "L3 is not proved");
            if (!inverse) disagree(text, "L4 is not proved");
        }
        if (l.places().size() == 1 && distinct && seen.count() > 0 && !apart && l.stages() == 0 &&
            text.find("[3,1]") != std::string::npos && l.lengths()[1].number() <= 3)
            disagree(text, "L3 of a padded base is not proved");
    }

    // The offset of an index with names, at each index; and all that is known of its quotients.
    void compare_symbolic(const std::string& text, const named_layout& l,
                          const observed_layout& seen) {
        symbolic_offsets of(l.given());
        std::vector<polynomial> index;
        for (std::size_t d = 0; d < l.lengths().size(); ++d)
            index.push_back(of.index(fmt::format("i{}'", d), l.lengths()[d]));
        const symbolic_element e = of.element_at(l, index);
        for (std::size_t i = 0; i < seen.count(); ++i) {
            values v;
            for (std::size_t d = 0; d < index.size(); ++d)
                v[fmt::format("i{}'", d)] = seen.index(i)[d];
            const bool known = of.given().complete(v);
            const bool inside =
                std::ranges::all_of(e.inside, [&](const polynomial& p) { return p.value(v) >= 0; });
            if (inside != (seen.offsets()[i] != properties::no_offset) ||
                (inside && (!known || e.offset.value(v) != seen.offsets()[i])))
                return disagree(
                    text, fmt::format("index {} is not at {}",
                                      properties::print_index(seen.index(i)), e.offset.text()));
        }
    }

    // The vectors of the lemmas, on the offsets, and next to those that the library claims.
    void compare_vectors(const std::string& text, const named_layout& l,
                         const observed_layout& seen) {
        if (seen.count() == 0) return;
        const std::vector<vectors> said = vectors_of(book_, l);
        const std::vector<vector_claim> claimed = safe_vectors(layout(seen.description()));
        std::vector<std::size_t> between(said.size(), 1);  // of neighbours along a dim
        for (std::size_t d = said.size(); d-- > 1;)
            between[d - 1] = between[d] * static_cast<std::size_t>(seen.lengths()[d]);
        for (std::size_t d = 0; d < said.size(); ++d) {
            long_index_t width = 0;
            for (const polynomial& p : said[d].divides) width = std::gcd(width, *p.number());
            const long_index_t stride = width == 1 ? -1 : *said[d].stride.number();
            if (width != claimed[d].length || stride != claimed[d].stride)
                return disagree(
                    text, fmt::format("dim {} has vectors of {} at stride {}, but the library "
                                      "claims {} at stride {}",
                                      d, width, stride, claimed[d].length, claimed[d].stride));
            if (width == 1) continue;
            ++result_.vectors;
            if (seen.lengths()[d] % width != 0) return disagree(text, "vectors stick out of a dim");
            for (std::size_t i = 0; i < seen.count(); ++i) {
                const long_index_t at = seen.index(i)[d] % width;
                const long_index_t first =
                    seen.offsets()[i - static_cast<std::size_t>(at) * between[d]];
                const long_index_t here = seen.offsets()[i];
                const bool right =
                    first == properties::no_offset ? here == first : here == first + at * stride;
                if (!right || (stride == 1 && first != properties::no_offset && first % width != 0))
                    return disagree(text, fmt::format("dim {} has no vectors of {}", d, width));
            }
        }
    }

    scope scope_;
    const lemma_book& book_;
    scope_result result_;
    long_index_t passed_ = 0;
};

}  // namespace

scope_result compare_all(const scope& s, const lemma_book& book) {
    return comparison(s, book).run();
}

}  // namespace tileproof::prove
