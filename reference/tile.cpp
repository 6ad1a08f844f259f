// SPDX-License-Identifier: MIT
#include "reference/tile.hpp"

#include <limits>

namespace tileproof::reference {
namespace {

// Every dim of the tile in one list: R first, then H_0, H_1, ..
struct counted_dim {
    tile_dim dim;
    index length = 1;
    index digit = 0;
    int uses = 0;
    bool used_by_y = false;
};

std::vector<counted_dim> all_dims(const tile& t) {
    std::vector<counted_dim> dims;
    for (std::size_t i = 0; i < t.r.size(); ++i) dims.push_back({{0, static_cast<int>(i)}, t.r[i]});
    for (std::size_t x = 0; x < t.h.size(); ++x)
        for (std::size_t i = 0; i < t.h[x].size(); ++i)
            dims.push_back({{static_cast<int>(x) + 1, static_cast<int>(i)}, t.h[x][i]});
    return dims;
}

counted_dim* find(std::vector<counted_dim>& dims, tile_dim dim) {
    for (counted_dim& d : dims)
        if (d.dim == dim) return &d;
    return nullptr;
}

std::string name(tile_dim d) {
    const std::string position = "[" + std::to_string(d.minor) + "]";
    return d.major == 0 ? "R" + position
                        : "H" + std::to_string(static_cast<index>(d.major) - 1) + position;
}

// The number whose digits are the listed dims, the last one the fastest.
index number(std::vector<counted_dim>& dims, const std::vector<tile_dim>& listed) {
    index result = 0;
    for (const tile_dim d : listed) {
        const counted_dim& here = *find(dims, d);
        result = result * here.length + here.digit;
    }
    return result;
}

// Steps the odometer; false when it is back at the start.
bool advance(std::vector<counted_dim>& dims) {
    for (std::size_t i = dims.size(); i-- > 0;) {
        if (++dims[i].digit < dims[i].length) return true;
        dims[i].digit = 0;
    }
    return false;
}

std::string fault_of_use(const counted_dim& d) {
    const bool may_be_idle = d.dim.major == 0 && d.length == 1;
    if (d.dim.major == 0 && d.used_by_y) return "Y uses " + name(d.dim);
    if (d.uses == 1 || (d.uses == 0 && may_be_idle)) return {};
    return name(d.dim) + " is used " + std::to_string(d.uses) + " times";
}

}  // namespace

std::string tile_fault(const tile& t) {
    std::vector<counted_dim> dims = all_dims(t);
    index product = 1;
    for (const counted_dim& d : dims) {
        if (d.length < 1) return name(d.dim) + " has length " + std::to_string(d.length);
        if (product > std::numeric_limits<index>::max() / d.length) return "the size overflows";
        product *= d.length;
    }
    const auto use = [&](tile_dim d, bool by_y) {
        counted_dim* const found = find(dims, d);
        if (!found) return false;
        ++found->uses;
        found->used_by_y |= by_y;
        return true;
    };
    for (const std::vector<tile_dim>& listed : t.p)
        for (const tile_dim d : listed)
            if (!use(d, false)) return "P names " + name(d) + ", which does not exist";
    for (const tile_dim d : t.y)
        if (!use(d, true)) return "Y names " + name(d) + ", which does not exist";
    for (const counted_dim& d : dims)
        if (std::string fault = fault_of_use(d); !fault.empty()) return fault;
    return {};
}

tile_holders hold(const tile& t) {
    std::vector<counted_dim> dims = all_dims(t);
    tile_holders result;
    std::vector<std::vector<tile_dim>> x_dims(t.h.size());
    for (const counted_dim& d : dims) {
        if (d.dim.major == 0) result.replicas *= d.length;
        if (d.dim.major > 0) x_dims[static_cast<std::size_t>(d.dim.major) - 1].push_back(d.dim);
    }
    for (const std::vector<index>& h : t.h) {
        index length = 1;
        for (const index l : h) length *= l;
        result.x_lengths.push_back(length);
    }
    std::vector<tile_dim> all_p;  // all Ps joined: the thread, the last P the fastest
    for (const std::vector<tile_dim>& p : t.p) all_p.insert(all_p.end(), p.begin(), p.end());
    for (const tile_dim d : all_p) result.threads *= find(dims, d)->length;
    for (const tile_dim d : t.y) result.registers *= find(dims, d)->length;

    result.element_of.assign(static_cast<std::size_t>(result.threads * result.registers), -1);
    do {
        index element = 0;
        for (std::size_t x = 0; x < x_dims.size(); ++x)
            element = element * result.x_lengths[x] + number(dims, x_dims[x]);
        const index position = number(dims, all_p) * result.registers + number(dims, t.y);
        result.element_of[static_cast<std::size_t>(position)] = element;
    } while (advance(dims));
    return result;
}

}  // namespace tileproof::reference
