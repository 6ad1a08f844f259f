// SPDX-License-Identifier: MIT
#include "properties/tile/tile_subject.hpp"

#include <tileproof/tile/tile_error.hpp>

namespace tileproof::properties {
namespace {

class dynamic_tile : public tile_evaluator {
  public:
    explicit dynamic_tile(const tile_encoding& e) : m_map(make_tile_map(e)) {}

    std::vector<long_index_t> x_lengths() const override {
        return {m_map.x_lengths.begin(), m_map.x_lengths.end()};
    }
    long_index_t threads() const override { return m_map.threads; }
    long_index_t registers() const override { return m_map.registers; }
    long_index_t replicas() const override { return m_map.replicas; }

    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        tile_map::unpack(m_map.p_lengths, thread, p);
        tile_map::unpack(m_map.y_lengths, register_, y);
        m_map.x_of(p, y, x);
    }
    std::optional<tile_holder> holder(const long_index_t* x, long_index_t replica) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        m_map.owner_of(x, replica, p, y);
        return tile_holder{tile_map::pack(m_map.p_lengths, p), tile_map::pack(m_map.y_lengths, y)};
    }

  private:
    tile_map m_map;
};

class dynamic_tile_subject : public tile_subject {
  public:
    std::string_view name() const override { return "tile"; }
    std::unique_ptr<tile_evaluator> make(const tile_encoding& e) const override {
        return std::make_unique<dynamic_tile>(e);
    }
};

}  // namespace

std::optional<tile_holder> tile_evaluator::holder(const long_index_t*, long_index_t) const {
    return std::nullopt;
}

const tile_subject& dynamic_tiles() {
    static const dynamic_tile_subject subject;
    return subject;
}

}  // namespace tileproof::properties
