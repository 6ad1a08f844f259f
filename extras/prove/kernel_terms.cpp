// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_terms.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace tileproof::prove {

using nlohmann::json;

namespace {

constexpr const char* index_dims[] = {"x", "y", "z"};
constexpr long_index_t most_blocks[] = {2147483647, 65535, 65535}, most_threads = 1024;

std::string power_of_two(unsigned n) {
    return n == 64 ? "18446744073709551616" : std::to_string(std::uint64_t{1} << n);
}

// The least and the greatest value, as SMT-LIB has them.
std::pair<std::string, std::string> range_of(unsigned bits, bool is_signed) {
    if (!is_signed) return {"0", fmt::format("(- {} 1)", power_of_two(bits))};
    const std::string half = power_of_two(bits - 1);
    return {fmt::format("(- {})", half), fmt::format("(- {} 1)", half)};
}

}  // namespace

polynomial kernel_model::length(const std::string& name) const {
    for (const json& n : facts.at("names"))
        if (const long_index_t multiple = n.at("multiple"); n.at("name") == name && multiple > 1)
            return polynomial(multiple) * polynomial::name(fmt::format("{}/{}", name, multiple));
    return polynomial::name(name);
}

polynomial kernel_model::number(kernel_query& q, const json& f) const {
    polynomial all = f.at("times").get<long_index_t>();
    for (const json& factor : f.at("factors")) {
        const std::vector<std::string> names = factor.at("names");
        polynomial p = 1;
        for (const std::string& n : names) p = q.product(p, length(n));
        const long_index_t by = factor.at("by");
        if (const auto exact = p.divided_by(by)) {
            p = *exact;
        } else if (by > 1) {
            const auto up = polynomial::name(fmt::format("ceil({}/{})", fmt::join(names, "*"), by));
            q.know(fmt::format("(and (>= {0} {1}) (< {0} {2}))", q.text(polynomial(by) * up),
                               q.text(p), q.text(p + by)));
            p = up;
        }
        all = q.product(all, p);
    }
    all = all + f.at("plus").get<long_index_t>();
    const long_index_t most = f.at("most");
    if (most == 0) return all;
    const polynomial capped = polynomial::name("min(" + f.at("text").get<std::string>() + ")");
    q.know(fmt::format("(= {0} (ite (< {1} {2}) {1} {2}))", q.text(capped), q.text(all), most));
    return capped;
}

polynomial kernel_model::extent(kernel_query& q, const std::string& what, int dim) const {
    const json& fitted =
        launch.at(what == "gridDim" ? "grid" : "block").at(static_cast<std::size_t>(dim));
    if (!fitted.is_null()) return number(q, fitted);
    return polynomial::name(fmt::format("{}.{}", what, index_dims[dim]));
}

std::optional<polynomial> kernel_model::size_of_operand(kernel_query& q, std::size_t o) const {
    const json& operand = facts.at("operands").at(o);
    polynomial size = 1, inner = 1;
    for (const json& e : operand.at("extents")) {
        if (e.is_null()) return {};
        size = q.product(size, number(q, e));
    }
    // Kernels multiply from either end.
    for (std::size_t e = operand.at("extents").size(); e-- > 0;)
        inner = q.product(number(q, operand.at("extents").at(e)), inner);
    q.know(fmt::format("(< {} {})", q.text(size), limits.elements));
    return size * polynomial(operand.at("bytes").get<long_index_t>());
}

json kernel_model::argument(const json& of) const {
    for (const json& a : launch.at("arguments"))
        if (a.at("number") == of.at("number") && a.at("at") == of.at("at")) return a;
    return nullptr;
}

// What a kernel compares with, the first few.
static std::vector<long_index_t> compared_numbers(const json& nodes) {
    constexpr std::size_t most_numbers = 4;
    std::vector<long_index_t> all;
    for (const json& n : nodes) {
        if (n.at("bits") != 1 || n.value("from", 0) < 8 || !n.contains("of")) continue;
        const json& limit = nodes.at(n.at("of").back().get<std::size_t>());
        if (limit.at("op") != "const" || all.size() == most_numbers) continue;
        const long_index_t value = limit.at("value");
        if (value > 1 && std::ranges::find(all, value) == all.end()) all.push_back(value);
    }
    return all;
}

kernel_query kernel_model::about_launch() const {
    kernel_query q(compared_numbers(kernel.at("nodes")));
    for (const json& n : facts.at("names")) {
        const polynomial name = polynomial::name(n.at("name"));
        const long_index_t most = n.at("most");
        q.know(fmt::format("(and (>= {0} {1}) (< {0} {2}))", q.text(name),
                           n.at("least").get<long_index_t>(), limits.lengths));
        if (most > 0) q.know(fmt::format("(<= {} {})", q.text(name), most));
        q.know(fmt::format("(= {} {})", q.text(name), q.text(length(name.text()))));
    }
    if (facts.value("square", false)) {
        const auto name = [&](std::size_t i) {
            return q.text(polynomial::name(facts.at("names").at(i).at("name")));
        };
        q.know(fmt::format("(= {} {})", name(0), name(1)));
    }
    for (std::size_t o = 0; o < facts.at("operands").size(); ++o) (void)size_of_operand(q, o);
    polynomial threads = 1;
    for (int d = 0; d < 3; ++d) {
        const polynomial grid = extent(q, "gridDim", d), block = extent(q, "blockDim", d);
        q.know(fmt::format("(and (>= {0} 1) (<= {0} {1}) (>= {2} 1) (<= {2} {3}))", q.text(grid),
                           most_blocks[d], q.text(block), most_threads));
        threads = q.product(threads, block);
    }
    q.know(fmt::format("(<= {} {})", q.text(threads), most_threads));
    return q;
}

bool kernel_model::in_range(long id, bool is_signed, std::optional<long> block) {
    const json& n = node(id);
    const std::string op = n.at("op");
    if (n.at("bits") > 64) return false;
    if (op == "threadIdx" || op == "blockIdx" || op == "blockDim" || op == "gridDim") return true;
    if (op == "const") return is_signed || n.at("value") >= 0;
    if (op == "count" && n.contains("next") && counted_in_range(id, is_signed)) return true;
    const std::tuple key{id, is_signed, block.value_or(-1)};
    const auto [known, first] = known_.try_emplace(key, false);  // while this is asked
    if (!first) return known->second;
    const bool always = asked_in_range(id, is_signed, block);
    if (!always) left_range = true;
    return known_[key] = always;
}

// By induction: so it begins, and if it is in range in one iteration, it is in the next.
bool kernel_model::counted_in_range(long id, bool is_signed) {
    constexpr long everywhere = -2;
    const json& n = node(id);
    const std::tuple key{id, is_signed, everywhere};
    const auto [known, first] = known_.try_emplace(key, true);
    if (!first) return known->second;
    const long next = n.at("next");
    const bool always = in_range(n.at("of").at(0), is_signed, n.at("before").get<long>()) &&
                        node(next).contains("block") &&
                        asked_in_range(next, is_signed, node(next).at("block").get<long>());
    // What was found meanwhile rests upon it.
    if (!always) std::erase_if(known_, [](const auto& k) { return k.second; }), bounds_.clear();
    return known_[key] = always;
}

// Of comparisons of it, of a sum of it, or of what it is next with a number or an argument; of its start, and of 0.
std::vector<bound_of_carried> kernel_model::bounds_to_try(long id) const {
    const long start = node(id).at("of").at(0), next = node(id).at("of").at(1);
    const auto is_of_it = [&](long of) {
        const json& n = node(of);
        return of == id || of == next ||
               (n.at("op") == "add" && (n.at("of").at(0) == id || n.at("of").at(1) == id));
    };
    std::vector<bound_of_carried> all{{true, {}, 0}, {true, start, 0}, {false, start, 0}};
    for (const json& n : kernel.at("nodes")) {
        if (n.value("from", 0) < 8 || n.at("bits") != 1 || !n.contains("of")) continue;
        for (std::size_t i = 0; i < 2; ++i) {
            const long of = n.at("of").at(i), limit = n.at("of").at(1 - i);
            const std::string op = node(limit).at("op");
            if (is_of_it(of) && (op == "const" || op == "argument"))
                for (const bool least : {true, false})
                    for (const long_index_t plus : {0, least ? 1 : -1})
                        all.push_back({least, limit, plus});
        }
    }
    return all;
}

// By induction, all together: those that do not hold before the loop are left out, then those that an iteration need not keep.
std::vector<bound_of_carried> kernel_model::bounds_of(long id) {
    if (const auto [known, first] = bounds_.try_emplace(id); !first) return known->second;
    const json n = node(id);
    const long start = n.at("of").at(0), next = n.at("of").at(1), before = n.at("before"),
               again = n.at("again");
    std::vector<bound_of_carried> all;
    if (n.at("bits") > 1 && in_range(start, true, before)) all = bounds_to_try(id);
    std::erase_if(all, [&](const bound_of_carried& b) {
        kernel_query q = about_launch();
        thread_terms t(*this, q, {.own = "'", .own_block = true});
        t.know_conditions(before);
        q.know(fmt::format("(not {})", t.truth(t.number(start), b)));
        return !is_proved(q);
    });
    // No bound: whether what comes next is in range.
    const auto is_kept = [&](const std::vector<bound_of_carried>& assumed,
                             const bound_of_carried* b) {
        kernel_query q = about_launch();
        thread_terms t(*this, q, {.own = "'", .own_block = true});
        for (const bound_of_carried& a : assumed) q.know(t.truth(t.number(id), a));
        t.know_conditions(again);
        const polynomial p = t.number(next);
        const auto [least, most] = range_of(n.at("bits"), true);
        q.know(fmt::format("(not {})", b ? t.truth(p, *b)
                                         : fmt::format("(and (<= {0} {1}) (<= {1} {2}))", least,
                                                       q.text(p), most)));
        return is_proved(q);
    };
    for (std::size_t before_step = all.size() + 1; all.size() < before_step;) {
        before_step = all.size();
        const std::vector<bound_of_carried> assumed = all;
        std::erase_if(all, [&](const bound_of_carried& b) { return !is_kept(assumed, &b); });
    }
    if (!all.empty() && !is_kept(all, nullptr)) all.clear();
    return bounds_[id] = all;
}

bool kernel_model::asked_in_range(long id, bool is_signed, std::optional<long> block) {
    kernel_query q = about_launch();
    thread_terms t(*this, q, {.own = "'", .own_block = true});
    if (block) t.know_conditions(*block);
    const auto [least, most] = range_of(node(id).at("bits"), is_signed);
    q.know(fmt::format("(not (and (<= {0} {1}) (<= {1} {2})))", least, q.text(t.number(id)), most));
    return is_proved(q);
}

bool kernel_model::is_proved(const kernel_query& q) {
    constexpr int most_undecided = 40;
    if (undecided_ >= most_undecided || out_of_time()) return false;
    const int million_steps = undecided_ < 8 ? 16 : 4;
    const solver_answer a = q.ask({}, million_steps, seconds_left());
    undecided_ += a.what == solver_answer::kind::unknown;
    return a.what == solver_answer::kind::no_model;
}

polynomial thread_terms::index(const std::string& what, int dim) {
    const std::string& own = what == "threadIdx" ? view_.own : view_.block();
    const polynomial i = polynomial::name(fmt::format("{}.{}{}", what, index_dims[dim], own));
    const polynomial most = m_.extent(q_, what == "threadIdx" ? "blockDim" : "gridDim", dim);
    q_.know(fmt::format("(and (>= {0} 0) (< {0} {1}))", q_.text(i), q_.text(most)));
    return i;
}

std::string thread_terms::conditions(const json& list) {
    std::string all = "(and true";
    for (const json& c : list) {
        const std::string t = truth(c.at(0));
        all += c.at(1).get<bool>() ? " " + t : fmt::format(" (not {})", t);
    }
    return all + ")";
}

// The thread came to a phi by one of its ways. What the other ways compute may not have been reached: it is no fact.
void thread_terms::know_ways(long id, const std::function<std::string(long)>& equals) {
    const json& n = m_.node(id);
    const std::string outer = way_;
    std::string one = "(or false";
    for (std::size_t i = 0; i < n.at("of").size(); ++i) {
        way_ = q_.truth(fmt::format("way {} of {}{}", i, id, view_.own));
        one += fmt::format(" (and {} {} {})", way_, conditions(n.at("ways").at(i)),
                           equals(n.at("of").at(i)));
    }
    way_ = outer;
    q_.know(fmt::format("(=> {} {}))", outer, one));
}

// The name of what is not computed: of the thread, or of all threads that are in the same iterations.
std::string thread_terms::name_of(long id, const json& n) const {
    std::string name = fmt::format("value {}", id);
    if (!n.value("uniform", false) || view_.own_block) return name + view_.own;
    for (const json& l : n.at("loops")) {
        const auto found = view_.loops.find(l.get<long>());
        if (found == view_.loops.end() || found->second.key.empty()) return name + view_.own;
        name += fmt::format(" in {} {}", l.get<long>(), found->second.key);
    }
    return name;
}

// Nothing is known of it but its range.
polynomial thread_terms::any(const std::string& name, unsigned bits) {
    const polynomial v = polynomial::name(name);
    if (bits > 64) return v;
    const auto [least, most] = range_of(bits, true);
    q_.know(fmt::format("(and (<= {0} {1}) (<= {1} {2}))", least, q_.text(v), most));
    return v;
}

polynomial thread_terms::choice(long id, const std::string& condition, const polynomial& a,
                                const polynomial& b) {
    const polynomial v = polynomial::name(own("value", id));
    q_.know(fmt::format("(= {} (ite {} {} {}))", q_.text(v), condition, q_.text(a), q_.text(b)));
    return v;
}

std::string thread_terms::truth(const polynomial& of, const bound_of_carried& b) {
    const polynomial limit = (b.node ? number(*b.node) : polynomial(0)) + b.plus;
    return fmt::format("({} {} {})", b.least ? ">=" : "<=", q_.text(of), q_.text(limit));
}

// The value of an operand as whoever looks at it sees it.
polynomial thread_terms::seen(long id, bool is_signed, const json& by) {
    const polynomial p = number(id);
    const unsigned bits = m_.node(id).at("bits");
    const polynomial v = polynomial::name(fmt::format("seen {} {}{}", id, is_signed, view_.own));
    if (bits > 64) return v;
    std::optional<long> block;
    if (by.contains("block")) block = by.at("block").get<long>();
    if (m_.in_range(id, is_signed, block)) return p;
    // Less a multiple of 2^bits.
    const auto times = polynomial::name(fmt::format("wraps {} {}{}", id, is_signed, view_.own));
    const auto [least, most] = range_of(bits, is_signed);
    q_.know(fmt::format("(and (= {0} (- {1} (* {2} {3}))) (<= {4} {0}) (<= {0} {5}))", q_.text(v),
                        q_.text(p), power_of_two(bits), q_.text(times), least, most));
    return v;
}

polynomial thread_terms::of_argument(const json& n) {
    const json a = m_.argument(n);
    if (!a.is_null() && a.contains("value") && !a.at("value").is_null())
        return m_.number(q_, a.at("value"));
    const long number = n.at("number"), at = n.at("at");
    return any(fmt::format("argument {} {}", number, at), n.at("bits"));
}

polynomial thread_terms::divided(long id, const json& n, bool is_signed, bool rest) {
    const polynomial a = seen(n.at("of").at(0), is_signed, n);
    const polynomial b = seen(n.at("of").at(1), is_signed, n);
    if (const auto number = b.number(); number && *number <= 0)
        return any(name_of(id, n), n.at("bits"));
    const polynomial q = q_.quotient(own("quotient", id), a, b);
    const polynomial down = rest ? a - q_.product(q, b) : q;
    if (!is_signed) return down;
    // C++ rounds to zero: where that differs, nothing is known but the sign.
    const polynomial v = polynomial::name(own("value", id));
    q_.know(fmt::format("(=> (>= {} 0) (= {} {}))", q_.text(a), q_.text(v), q_.text(down)));
    q_.know(fmt::format("(=> (and (< {0} 0) (> {1} 0)) (and (<= {2} 0) (>= {2} {0})))", q_.text(a),
                        q_.text(b), q_.text(v)));
    return v;
}

polynomial thread_terms::made_number(long id) {
    const json& n = m_.node(id);
    const std::string op = n.at("op");
    const unsigned bits = n.at("bits");
    const auto of = [&](std::size_t i) { return n.at("of").at(i).get<long>(); };
    const auto anything = [&] { return any(name_of(id, n), bits); };
    if (op == "const") return n.at("value").get<long_index_t>();
    if (op == "argument") return of_argument(n);
    if (op == "threadIdx" || op == "blockIdx") return index(op, n.at("dim"));
    if (op == "blockDim" || op == "gridDim") return m_.extent(q_, op, n.at("dim"));
    if (op == "any" || bits > 64) return anything();
    if (bits == 1) return choice(id, truth(id), 1, 0);
    try {
        if (op == "add") return number(of(0)) + number(of(1));
        if (op == "sub") return number(of(0)) - number(of(1));
        if (op == "mul") return q_.product(number(of(0)), number(of(1)));
        if (op == "trunc") return number(of(0));
        if (op == "count") {
            const long l = n.at("loop");
            const auto found = view_.loops.find(l);
            polynomial k = polynomial::name(own("iteration of", l));
            if (found != view_.loops.end() && !found->second.key.empty()) k = found->second.count;
            q_.know(fmt::format("(>= {} 0)", q_.text(k)));
            return number(of(0)) + q_.product(k, number(of(1)));
        }
    } catch (const number_too_large&) {
        return anything();
    }
    if (op == "zext" || op == "sext") {
        if (n.at("from") == 1) return choice(id, truth(of(0)), op == "zext" ? 1 : -1, 0);
        return seen(of(0), op == "sext", n);
    }
    if (op == "shl" || op == "lshr" || op == "ashr")
        if (const auto c = number(of(1)).number(); c && *c >= 0 && *c < 32) {
            const long_index_t times = long_index_t{1} << *c;
            if (op == "shl") return number(of(0)) * times;
            return q_.quotient(own("quotient", id), seen(of(0), op == "ashr", n), times);
        }
    if (op == "udiv" || op == "urem") return divided(id, n, false, op == "urem");
    if (op == "sdiv" || op == "srem") return divided(id, n, true, op == "srem");
    if (op == "and")
        for (std::size_t i = 0; i < 2; ++i)
            if (const auto c = number(of(i)).number();
                c && *c > 0 && std::has_single_bit(static_cast<std::uint64_t>(*c) + 1)) {
                const polynomial a = seen(of(1 - i), false, n);
                return a - q_.quotient(own("quotient", id), a, *c + 1) * (*c + 1);
            }
    if (op == "select") return choice(id, truth(of(0)), number(of(1)), number(of(2)));
    if (op == "smin" || op == "smax" || op == "umin" || op == "umax") {
        const polynomial a = seen(of(0), op[0] == 's', n), b = seen(of(1), op[0] == 's', n);
        const char* const sign = op.ends_with("min") ? "<" : ">";
        return choice(id, fmt::format("({} {} {})", sign, q_.text(a), q_.text(b)), a, b);
    }
    if (op == "phi") {
        const polynomial v = polynomial::name(own("value", id));
        know_ways(id,
                  [&](long o) { return fmt::format("(= {} {})", q_.text(v), q_.text(number(o))); });
        return v;
    }
    const polynomial v = anything();
    if (op == "carried")
        for (const bound_of_carried& b : m_.bounds_of(id)) q_.know(truth(v, b));
    return v;
}

std::string thread_terms::made_truth(long id) {
    const json& n = m_.node(id);
    const std::string op = n.at("op");
    const auto of = [&](std::size_t i) { return n.at("of").at(i).get<long>(); };
    if (op == "const") return n.at("value") != 0 ? "true" : "false";
    const bool of_truths = n.contains("from") && n.at("from") == 1;
    if (of_truths && (op == "and" || op == "or" || op == "xor"))
        return fmt::format("({} {} {})", op, truth(of(0)), truth(of(1)));
    if (op == "select")
        return fmt::format("(ite {} {} {})", truth(of(0)), truth(of(1)), truth(of(2)));
    if (op == "phi") {
        const std::string v = q_.truth(own("value", id));
        know_ways(id, [&](long o) { return fmt::format("(= {} {})", v, truth(o)); });
        return v;
    }
    static const std::map<std::string, const char*> compared{
        {"eq", "="},   {"ne", "="},  {"slt", "<"}, {"ult", "<"},  {"sle", "<="},
        {"ule", "<="}, {"sgt", ">"}, {"ugt", ">"}, {"sge", ">="}, {"uge", ">="}};
    if (const auto found = compared.find(op); found != compared.end() && !of_truths) {
        // Numbers are equal where they are in either range.
        const bool equality = *found->second == '=' && op[0] != 's' && op[0] != 'u';
        const bool is_signed =
            equality ? m_.in_range(of(0), true, n.at("block").get<long>()) : op[0] == 's';
        const std::string is =
            fmt::format("({} {} {})", found->second, q_.text(seen(of(0), is_signed, n)),
                        q_.text(seen(of(1), is_signed, n)));
        return op == "ne" ? fmt::format("(not {})", is) : is;
    }
    return q_.truth(name_of(id, n));
}

}  // namespace tileproof::prove
