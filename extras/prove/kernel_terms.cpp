// SPDX-License-Identifier: MIT
#include "extras/prove/kernel_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tileproof::prove {

using nlohmann::json;

namespace {

constexpr const char* index_dims[] = {"x", "y", "z"};
constexpr long_index_t most_blocks[] = {2147483647, 65535, 65535}, most_threads = 1024;

// 2^n; n < 63.
long_index_t two_to(unsigned n) { return long_index_t{1} << n; }

// The least and the greatest value, as SMT-LIB has them.
std::pair<std::string, std::string> range_of(unsigned bits, bool is_signed) {
    const auto text = [](unsigned n) {
        return n == 64 ? std::string("18446744073709551616")
                       : std::to_string(std::uint64_t{1} << n);
    };
    if (!is_signed) return {"0", fmt::format("(- {} 1)", text(bits))};
    return {fmt::format("(- {})", text(bits - 1)), fmt::format("(- {} 1)", text(bits - 1))};
}

}  // namespace

kernel_model::kernel_model(const json& k, const json& l, const json& f, kernel_limits most)
    : kernel(k), launch(l), facts(f), limits(most) {}

polynomial kernel_model::length(const std::string& name) const {
    for (const json& n : facts.at("names"))
        if (const auto multiple = n.at("multiple").get<long_index_t>();
            n.at("name") == name && multiple > 1)
            return polynomial(multiple) * polynomial::name(fmt::format("{}/{}", name, multiple));
    return polynomial::name(name);
}

polynomial kernel_model::number(kernel_query& q, const json& f) const {
    polynomial all = f.at("times").get<long_index_t>();
    for (const json& factor : f.at("factors")) {
        polynomial p = 1;
        std::string name;
        for (const json& n : factor.at("names")) {
            p = q.product(p, length(n.get<std::string>()));
            name += (name.empty() ? "" : "*") + n.get<std::string>();
        }
        const long_index_t by = factor.at("by").get<long_index_t>();
        if (const auto exact = p.divided_by(by)) {
            p = *exact;
        } else if (by > 1) {
            const polynomial up = polynomial::name(fmt::format("ceil({}/{})", name, by));
            q.know(fmt::format("(and (>= {0} {1}) (< {0} {2}))", q.text(polynomial(by) * up),
                               q.text(p), q.text(p + by)));
            p = up;
        }
        all = q.product(all, p);
    }
    all = all + f.at("plus").get<long_index_t>();
    const long_index_t most = f.at("most").get<long_index_t>();
    if (most == 0) return all;
    const polynomial capped = polynomial::name("min(" + f.at("text").get<std::string>() + ")");
    q.know(fmt::format("(= {} (ite (< {} {}) {} {}))", q.text(capped), q.text(all), most,
                       q.text(all), most));
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

json kernel_model::argument(long number, long at) const {
    for (const json& a : launch.at("arguments"))
        if (a.at("number") == number && a.at("at") == at) return a;
    return nullptr;
}

void kernel_model::know_launch(kernel_query& q) const {
    for (const json& n : facts.at("names")) {
        const polynomial name = polynomial::name(n.at("name").get<std::string>());
        const long_index_t most = n.at("most").get<long_index_t>();
        q.know(fmt::format("(and (>= {0} {1}) (< {0} {2}))", q.text(name),
                           n.at("least").get<long_index_t>(), limits.lengths));
        if (most > 0) q.know(fmt::format("(<= {} {})", q.text(name), most));
        q.know(fmt::format("(= {} {})", q.text(name), q.text(length(name.text()))));
    }
    if (facts.value("square", false)) {
        const auto name = [&](std::size_t i) {
            return polynomial::name(facts.at("names").at(i).at("name").get<std::string>());
        };
        q.know(fmt::format("(= {} {})", q.text(name(0)), q.text(name(1))));
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
}

bool kernel_model::in_range(long node, bool is_signed, std::optional<long> block) {
    const json& n = kernel.at("nodes").at(static_cast<std::size_t>(node));
    const std::string op = n.at("op").get<std::string>();
    if (n.at("bits") > 64) return false;
    const bool small = op == "threadIdx" || op == "blockIdx" || op == "blockDim" || op == "gridDim";
    if (small) return true;
    if (op == "const") return is_signed || n.at("value").get<long_index_t>() >= 0;
    if (op == "count" && n.contains("next") && counted_in_range(node, is_signed)) return true;
    const std::tuple key{node, is_signed, block.value_or(-1)};
    const auto [known, first] = known_.try_emplace(key, false);  // while this is asked
    if (!first) return known->second;
    const bool always = asked_in_range(node, is_signed, block);
    if (!always) left_range = true;
    return known_[key] = always;
}

// By induction: so it begins, and if it is in range in one iteration, it is in the next.
bool kernel_model::counted_in_range(long node, bool is_signed) {
    constexpr long everywhere = -2;
    const json& n = kernel.at("nodes").at(static_cast<std::size_t>(node));
    const std::tuple key{node, is_signed, everywhere};
    const auto [known, first] = known_.try_emplace(key, true);
    if (!first) return known->second;
    const long next = n.at("next").get<long>();
    const json& after = kernel.at("nodes").at(static_cast<std::size_t>(next));
    const bool always =
        in_range(n.at("of").at(0).get<long>(), is_signed, n.at("before").get<long>()) &&
        after.contains("block") && asked_in_range(next, is_signed, after.at("block").get<long>());
    // What was found meanwhile rests upon it.
    if (!always) std::erase_if(known_, [](const auto& k) { return k.second; });
    return known_[key] = always;
}

bool kernel_model::asked_in_range(long node, bool is_signed, std::optional<long> block) {
    kernel_query q;
    know_launch(q);
    thread_terms t(*this, q, {.own = "'", .own_block = true});
    if (block) t.know_conditions(*block);
    const std::string v = q.text(t.number(node));
    const auto [least, most] =
        range_of(kernel.at("nodes").at(static_cast<std::size_t>(node)).at("bits").get<unsigned>(),
                 is_signed);
    q.know(fmt::format("(not (and (<= {} {}) (<= {} {})))", least, v, v, most));
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

thread_terms::thread_terms(kernel_model& m, kernel_query& q, thread_view view)
    : m_(m), q_(q), view_(std::move(view)) {}

polynomial thread_terms::index(const std::string& what, int dim) {
    const std::string& own = what == "threadIdx" ? view_.own : view_.block();
    const polynomial i = polynomial::name(fmt::format("{}.{}{}", what, index_dims[dim], own));
    const polynomial most = m_.extent(q_, what == "threadIdx" ? "blockDim" : "gridDim", dim);
    q_.know(fmt::format("(and (>= {0} 0) (< {0} {1}))", q_.text(i), q_.text(most)));
    return i;
}

void thread_terms::know_conditions(long block) {
    q_.know(conditions(m_.kernel.at("blocks").at(static_cast<std::size_t>(block))));
}

std::string thread_terms::conditions(const json& list) {
    std::string all = "(and true";
    for (const json& c : list) {
        const std::string t = truth(c.at(0).get<long>());
        all += c.at(1).get<bool>() ? " " + t : fmt::format(" (not {})", t);
    }
    return all + ")";
}

namespace {

// What is known whatever way was taken, and what is known of this one.
template <class T>
const T* known_of(const std::map<std::pair<std::string, long>, T>& all, const std::string& way,
                  long id) {
    for (const std::string& w : {way, std::string("true")})
        if (const auto found = all.find({w, id}); found != all.end()) return &found->second;
    return nullptr;
}

}  // namespace

polynomial thread_terms::number(long id) {
    if (const polynomial* const known = known_of(numbers_, way_, id)) return *known;
    const polynomial p = made_number(id);
    return numbers_[{way_, id}] = p;
}

std::string thread_terms::truth(long id) {
    if (const std::string* const known = known_of(truths_, way_, id)) return *known;
    const std::string t = made_truth(id);
    return truths_[{way_, id}] = t;
}

// The thread came to a phi by one of its ways. It may not have come to what the other ways compute, so their conditions are
// no facts.
void thread_terms::know_ways(long id, const std::function<std::string(long)>& equals) {
    const json& n = node(id);
    const std::string outer = way_;
    std::string one = "(or false";
    for (std::size_t i = 0; i < n.at("of").size(); ++i) {
        way_ = q_.truth(fmt::format("way {} of {}{}", i, id, view_.own));
        one += fmt::format(" (and {} {} {})", way_, conditions(n.at("ways").at(i)),
                           equals(n.at("of").at(i).get<long>()));
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

polynomial thread_terms::any(long id, const json& n) {
    const polynomial v = polynomial::name(name_of(id, n));
    const unsigned bits = n.at("bits").get<unsigned>();
    if (bits > 64) return v;
    const auto [least, most] = range_of(bits, true);
    q_.know(fmt::format("(and (<= {0} {1}) (<= {1} {2}))", least, q_.text(v), most));
    return v;
}

polynomial thread_terms::choice(long id, const std::string& condition, const polynomial& a,
                                const polynomial& b) {
    const polynomial v = polynomial::name(fmt::format("value {}{}", id, view_.own));
    q_.know(fmt::format("(= {} (ite {} {} {}))", q_.text(v), condition, q_.text(a), q_.text(b)));
    return v;
}

polynomial thread_terms::whole_part(long id, const polynomial& a, long_index_t divisor) {
    return q_.quotient(fmt::format("quotient {}{}", id, view_.own), a, divisor);
}

// The value of an operand as whoever looks at it sees it.
polynomial thread_terms::seen(long id, bool is_signed, const json& by) {
    const polynomial p = number(id);
    const unsigned bits = node(id).at("bits").get<unsigned>();
    if (bits > 64) return polynomial::name(fmt::format("seen {} {}{}", id, is_signed, view_.own));
    const auto block =
        by.contains("block") ? std::optional(by.at("block").get<long>()) : std::nullopt;
    if (m_.in_range(id, is_signed, block)) return p;
    // Less a multiple of 2^bits.
    const polynomial times =
        polynomial::name(fmt::format("wraps {} {}{}", id, is_signed, view_.own));
    const polynomial v = polynomial::name(fmt::format("seen {} {}{}", id, is_signed, view_.own));
    const auto [least, most] = range_of(bits, is_signed);
    const std::string modulus = bits == 64 ? "18446744073709551616" : std::to_string(two_to(bits));
    q_.know(fmt::format("(and (= {0} (- {1} (* {2} {3}))) (<= {4} {0}) (<= {0} {5}))", q_.text(v),
                        q_.text(p), modulus, q_.text(times), least, most));
    return v;
}

polynomial thread_terms::of_argument(const json& n) {
    const json a = m_.argument(n.at("number").get<long>(), n.at("at").get<long>());
    if (!a.is_null() && a.contains("value") && !a.at("value").is_null())
        return m_.number(q_, a.at("value"));
    const polynomial v = polynomial::name(
        fmt::format("argument {} {}", n.at("number").get<long>(), n.at("at").get<long>()));
    const auto [least, most] = range_of(n.at("bits").get<unsigned>(), true);
    q_.know(fmt::format("(and (<= {} {}) (<= {} {}))", least, q_.text(v), q_.text(v), most));
    return v;
}

polynomial thread_terms::divided(long id, const json& n, bool is_signed, bool rest) {
    const long a_id = n.at("of").at(0).get<long>(), b_id = n.at("of").at(1).get<long>();
    const polynomial a = seen(a_id, is_signed, n), b = seen(b_id, is_signed, n);
    if (const auto number = b.number(); number && *number <= 0) return any(id, n);
    const polynomial q = q_.quotient(fmt::format("quotient {}{}", id, view_.own), a, b);
    const polynomial down = rest ? a - q_.product(q, b) : q;
    if (!is_signed) return down;
    // C++ rounds to zero: where that differs, nothing is known but the sign.
    const polynomial v = polynomial::name(fmt::format("value {}{}", id, view_.own));
    q_.know(fmt::format("(=> (>= {} 0) (= {} {}))", q_.text(a), q_.text(v), q_.text(down)));
    q_.know(fmt::format("(=> (and (< {0} 0) (> {1} 0)) (and (<= {2} 0) (>= {2} {0})))", q_.text(a),
                        q_.text(b), q_.text(v)));
    return v;
}

polynomial thread_terms::made_number(long id) {
    const json& n = node(id);
    const std::string op = n.at("op").get<std::string>();
    const auto of = [&](std::size_t i) { return n.at("of").at(i).get<long>(); };
    const unsigned bits = n.at("bits").get<unsigned>();
    if (op == "const") return n.at("value").get<long_index_t>();
    if (op == "argument") return of_argument(n);
    if (op == "threadIdx" || op == "blockIdx") return index(op, n.at("dim").get<int>());
    if (op == "blockDim" || op == "gridDim") return m_.extent(q_, op, n.at("dim").get<int>());
    if (op == "any" || bits > 64) return any(id, n);
    if (bits == 1) return choice(id, truth(id), 1, 0);
    try {
        if (op == "add") return number(of(0)) + number(of(1));
        if (op == "sub") return number(of(0)) - number(of(1));
        if (op == "mul") return q_.product(number(of(0)), number(of(1)));
        if (op == "trunc") return number(of(0));
        if (op == "count") {
            const long l = n.at("loop").get<long>();
            const auto found = view_.loops.find(l);
            polynomial k = polynomial::name(fmt::format("iteration of {}{}", l, view_.own));
            if (found != view_.loops.end() && !found->second.key.empty()) k = found->second.count;
            q_.know(fmt::format("(>= {} 0)", q_.text(k)));
            return number(of(0)) + q_.product(k, number(of(1)));
        }
    } catch (const number_too_large&) {
        return any(id, n);
    }
    const auto constant = [&](std::size_t i) -> std::optional<long_index_t> {
        return number(of(i)).number();
    };
    if (op == "zext" || op == "sext") {
        if (n.at("from") == 1) return choice(id, truth(of(0)), op == "zext" ? 1 : -1, 0);
        return seen(of(0), op == "sext", n);
    }
    if (op == "shl")
        if (const auto c = constant(1); c && *c >= 0 && *c < 32)
            return number(of(0)) * two_to(static_cast<unsigned>(*c));
    if (op == "lshr" || op == "ashr")
        if (const auto c = constant(1); c && *c >= 0 && *c < 32)
            return whole_part(id, seen(of(0), op == "ashr", n), two_to(static_cast<unsigned>(*c)));
    if (op == "udiv" || op == "urem") return divided(id, n, false, op == "urem");
    if (op == "sdiv" || op == "srem") return divided(id, n, true, op == "srem");
    if (op == "and")
        for (std::size_t i = 0; i < 2; ++i)
            if (const auto c = constant(i);
                c && *c > 0 && std::has_single_bit(static_cast<std::uint64_t>(*c) + 1)) {
                const polynomial a = seen(of(1 - i), false, n);
                return a - whole_part(id, a, *c + 1) * (*c + 1);
            }
    if (op == "select") return choice(id, truth(of(0)), number(of(1)), number(of(2)));
    if (op == "smin" || op == "smax" || op == "umin" || op == "umax") {
        const polynomial a = seen(of(0), op[0] == 's', n), b = seen(of(1), op[0] == 's', n);
        return choice(
            id, fmt::format("({} {} {})", op.ends_with("min") ? "<" : ">", q_.text(a), q_.text(b)),
            a, b);
    }
    if (op == "phi") {
        const polynomial v = polynomial::name(fmt::format("value {}{}", id, view_.own));
        know_ways(id,
                  [&](long o) { return fmt::format("(= {} {})", q_.text(v), q_.text(number(o))); });
        return v;
    }
    const polynomial v = any(id, n);
    if (op == "shrinks") {
        const std::string start = q_.text(number(of(0)));
        q_.know(fmt::format("(=> (and (<= 0 {0}) (<= {0} {1})) (and (<= 0 {2}) (<= {2} {0})))",
                            start, range_of(bits, true).second, q_.text(v)));
    }
    return v;
}

std::string thread_terms::made_truth(long id) {
    const json& n = node(id);
    const std::string op = n.at("op").get<std::string>();
    const auto of = [&](std::size_t i) { return n.at("of").at(i).get<long>(); };
    if (op == "const") return n.at("value").get<long_index_t>() != 0 ? "true" : "false";
    const bool of_truths = n.contains("from") && n.at("from") == 1;
    if (of_truths && (op == "and" || op == "or" || op == "xor"))
        return fmt::format("({} {} {})", op, truth(of(0)), truth(of(1)));
    if (op == "select")
        return fmt::format("(ite {} {} {})", truth(of(0)), truth(of(1)), truth(of(2)));
    if (op == "phi") {
        const std::string v = q_.truth(fmt::format("value {}{}", id, view_.own));
        know_ways(id, [&](long o) { return fmt::format("(= {} {})", v, truth(o)); });
        return v;
    }
    static const std::map<std::string, const char*> compared{
        {"eq", "="},   {"ne", "="},  {"slt", "<"}, {"ult", "<"},  {"sle", "<="},
        {"ule", "<="}, {"sgt", ">"}, {"ugt", ">"}, {"sge", ">="}, {"uge", ">="}};
    if (const auto found = compared.find(op); found != compared.end() && !of_truths) {
        // Numbers are equal where they are in either range.
        const bool equality = *found->second == '=' && op[0] != 's' && op[0] != 'u';
        const auto block = n.at("block").get<long>();
        const bool is_signed = equality ? m_.in_range(of(0), true, block) : op[0] == 's';
        const std::string is =
            fmt::format("({} {} {})", found->second, q_.text(seen(of(0), is_signed, n)),
                        q_.text(seen(of(1), is_signed, n)));
        return op == "ne" ? fmt::format("(not {})", is) : is;
    }
    return q_.truth(name_of(id, n));
}

}  // namespace tileproof::prove
