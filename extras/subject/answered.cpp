// SPDX-License-Identifier: MIT
#include "extras/subject/answered.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <numeric>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>

namespace tileproof::subject {
namespace {

using properties::layout_index;

class layout_of_program final : public properties::layout_evaluator {
  public:
    layout_of_program(const tileproof_layout_answers& a, const layout_description& d,
                      const std::vector<long_index_t>& numbers, bool of_type)
        : a_(a), made_(make(a, numbers, of_type), a.destroy) {
        if (!a_.space) space_ = layout(d).element_space_size();
    }

    layout_index lengths() const override {
        layout_index all(static_cast<std::size_t>(a_.rank));
        a_.lengths(made_.get(), all.data());
        return all;
    }
    long_index_t element_space_size() const override {
        return a_.space ? a_.space(made_.get()) : space_;
    }
    std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
        long_index_t offset = 0;
        if (!a_.offset(made_.get(), index.data(), &offset)) return std::nullopt;
        return offset;
    }
    layout_index hidden_index(std::span<const long_index_t> index) const override {
        layout_index hidden(static_cast<std::size_t>(a_.hidden ? a_.hidden_rank : 0));
        if (a_.hidden) a_.hidden(made_.get(), index.data(), hidden.data());
        return hidden;
    }
    bool has_move() const override { return a_.move != nullptr && a_.hidden != nullptr; }
    void move(layout_index& hidden, std::span<const long_index_t> step) const override {
        a_.move(made_.get(), hidden.data(), step.data());
    }
    std::vector<vector_claim> vectors() const override {
        if (!a_.vectors) return {};
        layout_index lengths(static_cast<std::size_t>(a_.rank)), strides = lengths;
        a_.vectors(made_.get(), lengths.data(), strides.data());
        std::vector<vector_claim> claims;
        for (std::size_t i = 0; i < lengths.size(); ++i) claims.push_back({lengths[i], strides[i]});
        return claims;
    }

  private:
    static void* make(const tileproof_layout_answers& a, const std::vector<long_index_t>& numbers,
                      bool of_type) {
        try {
            return of_type ? a.make_of_type() : a.make(numbers.data());
        } catch (const std::exception& e) {
            throw layout_error(e.what());
        }
    }

    const tileproof_layout_answers& a_;
    std::unique_ptr<void, void (*)(void*)> made_;
    long_index_t space_ = 0;
};

class tile_of_program final : public properties::tile_evaluator {
  public:
    tile_of_program(const tileproof_tile_answers& a, const tile_encoding& e) : a_(a) {
        const auto x = static_cast<std::size_t>(e.h.size()),
                   p = static_cast<std::size_t>(e.p.size()),
                   y = static_cast<std::size_t>(e.y.size());
        std::vector<long_index_t> sizes(x + p + y + 1);
        a_.sizes(sizes.data());
        const long_index_t* const first = sizes.data();
        x_.assign(first, first + x);
        p_.assign(first + x, first + x + p);
        y_.assign(first + x + p, first + x + p + y);
        replicas_ = sizes.back();
    }
    std::vector<long_index_t> x_lengths() const override { return x_; }
    long_index_t threads() const override { return product(p_); }
    long_index_t registers() const override { return product(y_); }
    long_index_t replicas() const override { return replicas_; }
    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        using properties::index_at;
        a_.index(index_at(thread, p_).data(), index_at(register_, y_).data(), x);
    }

  private:
    static long_index_t product(const std::vector<long_index_t>& lengths) {
        return std::accumulate(lengths.begin(), lengths.end(), long_index_t{1}, std::multiplies());
    }

    const tileproof_tile_answers& a_;
    std::vector<long_index_t> x_, p_, y_;
    long_index_t replicas_ = 1;
};

// A table of a compiled library, which stays loaded. Throws library_error.
template <class Answers>
const Answers* loaded(const built_unit& unit, const std::string& part) {
    void* const handle = dlopen(unit.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const void* const found = handle ? dlsym(handle, (unit.symbol + "_" + part).c_str()) : nullptr;
    if (!found) {
        const char* const said = dlerror();
        throw library_error(fmt::format("A compiled program cannot be loaded: {}.",
                                        said ? said : "its table is null"));
    }
    return static_cast<const Answers*>(found);
}

}  // namespace

std::unique_ptr<properties::layout_evaluator> answered_layout(
    const tileproof_layout_answers& a, const layout_description& d,
    const std::vector<long_index_t>& numbers, bool of_type) {
    return std::make_unique<layout_of_program>(a, d, numbers, of_type);
}

answered_layouts::answered_layouts(const built_unit& unit, const outside_case& c,
                                   std::vector<long_index_t> numbers, bool with_cuts)
    : numbers_(std::move(numbers)) {
    const auto find = [&](const std::string& part) {
        return loaded<tileproof_layout_answers>(unit, part);
    };
    for (std::size_t cut = 0; cut < c.layout.stages.size(); ++cut)
        answers_.push_back(with_cuts ? find(fmt::format("cut_{}", cut)) : nullptr);
    answers_.push_back(find("whole"));
}

std::unique_ptr<properties::layout_evaluator> answered_layouts::make(
    const layout_description& d) const {
    const auto* const a = answers_.at(d.stages.size());
    if (!a) throw std::logic_error("The parts below the stages of this layout were not compiled.");
    return answered_layout(*a, d, numbers_);
}

answered_tile::answered_tile(const built_unit& unit)
    : answers_(loaded<tileproof_tile_answers>(unit, "whole")) {}

std::unique_ptr<properties::tile_evaluator> answered_tile::make(const tile_encoding& e) const {
    return std::make_unique<tile_of_program>(*answers_, e);
}

}  // namespace tileproof::subject
