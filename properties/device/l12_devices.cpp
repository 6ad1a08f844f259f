// SPDX-License-Identifier: MIT
#include "properties/device/l12_devices.hpp"

#include "properties/layout/layout_laws.hpp"
#include "properties/tile/tile_subject.hpp"

#include <tileproof/layout.hpp>
#include <tileproof/tile/tile_image.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <cstring>

namespace tileproof::properties {
namespace {

using kernels::evaluation;
using kernels::evaluation_job;

// Which of the numbers 0 .. size-1 are looked at, as jobs without a position: all of them, or the first and the last
// quarter of `most` and evenly spaced ones in between.
std::vector<std::pair<evaluation_job, long_index_t>> looks(long_index_t size, long_index_t most) {
    const auto job = [](long_index_t first, long_index_t step, long_index_t count) {
        return std::pair(
            evaluation_job{.image_at = 0, .first = first, .step = step, .results_at = 0}, count);
    };
    if (size == 0) return {};
    if (size <= most) return {job(0, 1, size)};
    const long_index_t quarter = most / 4, step = size / (2 * quarter);
    return {job(0, 1, quarter), job(step / 2, step, 2 * quarter), job(size - quarter, 1, quarter)};
}

// A batch, the subject of each job, and the expected results.
struct expected_batch {
    evaluation_batch batch;
    std::vector<std::size_t> subject_of;  // of each job
    std::vector<long_index_t> expected;   // of each result

    expected_batch() : batch{.images = {~std::uint64_t{0}}, .jobs = {}, .results = 0} {}

    // Returns the position of the image. The first word of all is unused, so that every image is moved.
    long_index_t append(const void* image, std::size_t bytes) {
        const std::size_t at = batch.images.size();
        batch.images.resize(at + bytes / 8);
        std::memcpy(&batch.images[at], image, bytes);
        return static_cast<long_index_t>(at * 8);
    }
    void ask(std::size_t subject, long_index_t image_at, evaluation_job job, long_index_t count) {
        job.image_at = image_at;
        job.results_at = batch.results;
        batch.jobs.push_back(job);
        subject_of.push_back(subject);
        batch.results += count;
    }

    // The first unexpected result: its job and its number.
    struct difference {
        std::size_t subject;
        long_index_t first, number, expected, found;
    };
    std::optional<difference> compare(const std::vector<long_index_t>& results) const {
        const auto [e, r] =
            std::mismatch(expected.begin(), expected.end(), results.begin(), results.end());
        if (e == expected.end()) return std::nullopt;
        const auto k = static_cast<long_index_t>(e - expected.begin());
        std::size_t j = 0;
        while (j + 1 < batch.jobs.size() && batch.jobs[j + 1].results_at <= k) ++j;
        const evaluation_job& job = batch.jobs[j];
        return difference{subject_of[j], job.first, job.first + (k - job.results_at) * job.step, *e,
                          r == results.end() ? 0 : *r};
    }
};

void expect_offsets(const layout& l, const evaluation_job& job, long_index_t count,
                    std::vector<long_index_t>& expected) {
    const std::size_t at = expected.size();
    expected.resize(at + static_cast<std::size_t>(count));
    if (job.step == 1) {
        l.offsets(job.first, std::span(expected).subspan(at));
        std::replace(expected.begin() + static_cast<std::ptrdiff_t>(at), expected.end(), no_offset,
                     kernels::no_element);
        return;
    }
    for (long_index_t k = 0; k < count; ++k) {
        long_index_t& offset = expected[at + static_cast<std::size_t>(k)];
        offset = l.offset(l.index_at(job.first + k * job.step)).value_or(kernels::no_element);
    }
}

fact offset_said(long_index_t result) {
    return result == kernels::no_element ? fact() : fact(result);
}

failure devices_differ(failure_place where, std::string quantity, said_value on_device,
                       said_value on_host) {
    return {.law = law_id::L12,
            .kind = failure_kind::disagreement,
            .where = std::move(where),
            .quantity = std::move(quantity),
            .actual = std::move(on_device),
            .expected = std::move(on_host)};
}

// Number n of the pairs of a tile, where the second counts fastest: "holder thread 1, register 2".
struct named_pair {
    const char *what, *one, *other;
    long_index_t others;

    std::vector<std::pair<std::string, long_index_t>> at(long_index_t n) const {
        return {{one, n / others}, {other, n % others}};
    }
    fact text(long_index_t n) const {
        return std::string(what) + one + " " + std::to_string(n / others) + ", " + other + " " +
               std::to_string(n % others);
    }
};

// The host's answers about a tile, from tile_map, which L2 and L11 judge. The device evaluates tile_view; using that
// on both sides could hide an error.
class tile_on_host {
  public:
    explicit tile_on_host(const tile_encoding& e)
        : map_(dynamic_tiles().make(e)), lengths_(map_->x_lengths()) {
        long_index_t elements = 1;
        for (const long_index_t l : lengths_) elements *= l;
        sizes_ = {map_->threads(), map_->registers(), elements, map_->replicas()};
    }
    const layout_index& sizes() const { return sizes_; }

    // The element that a register holds, offset by the sizes of the replicas before its own. There may be thousands
    // of replicas: the one that `named` implies is tried first, and believed only if the map agrees.
    long_index_t held_by(long_index_t thread, long_index_t register_, long_index_t named) const {
        std::vector<long_index_t> x(lengths_.size());
        map_->index(thread, register_, x.data());
        long_index_t element = 0, elements = 1;
        for (std::size_t i = 0; i < x.size(); ++i) {
            element = element * lengths_[i] + x[i];
            elements *= lengths_[i];
        }
        const auto is_here = [&](long_index_t r) {
            return map_->holder(x.data(), r) == tile_holder{thread, register_};
        };
        if (named >= 0 && named < map_->replicas() && is_here(named))
            return element + elements * named;
        for (long_index_t r = 0; r < map_->replicas(); ++r)
            if (is_here(r)) return element + elements * r;
        return kernels::no_element;
    }
    // The holder of an element in a replica.
    long_index_t holder_of(long_index_t element, long_index_t replica) const {
        std::vector<long_index_t> x(lengths_.size());
        for (std::size_t i = x.size(); i-- > 0; element /= lengths_[i])
            x[i] = element % lengths_[i];
        const auto holder = map_->holder(x.data(), replica);
        return holder ? holder->thread * map_->registers() + holder->register_
                      : kernels::no_element;
    }

  private:
    std::unique_ptr<tile_evaluator> map_;
    std::vector<long_index_t> lengths_;
    layout_index sizes_;  // threads, registers, elements, replicas
};

}  // namespace

law_result check_devices(const batch_evaluator& device, std::span<const layout_description> layouts,
                         long_index_t most) {
    std::vector<layout> made;
    for (const layout_description& d : layouts) made.emplace_back(d);
    expected_batch all, moved;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const layout& l = made[i];
        const long_index_t at = all.append(l.image().data(), l.image().size());
        const bool moves = l.hidden_count() <= kernels::most_moved_hidden;
        for (const auto& [job, count] : looks(l.size(), most)) {
            all.ask(i, at, job, count);
            expect_offsets(l, job, count, all.expected);
            if (!moves) continue;
            moved.ask(i, at, job, count);
            moved.expected.insert(moved.expected.end(), all.expected.end() - count,
                                  all.expected.end());
        }
    }
    if (all.batch.results == 0)
        return discarded(law_id::L12, "No layout of the batch has an index.");
    moved.batch.images = all.batch.images;
    for (const auto& [what, asked] : {std::pair(evaluation::layout_offsets, &all),
                                      std::pair(evaluation::layout_moves, &moved)}) {
        if (asked->batch.results == 0) continue;
        const auto wrong = asked->compare(device.run(what, asked->batch));
        if (!wrong) continue;
        const layout& l = made[wrong->subject];
        std::string by = "on " + std::string(device.name());
        if (what == evaluation::layout_moves)
            by += " after a move from " + print_index(l.index_at(wrong->first));
        return failed(devices_differ(in_layout(l.description(), l.index_at(wrong->number)),
                                     "offset", {offset_said(wrong->found), by},
                                     {offset_said(wrong->expected), "on the host"}));
    }
    return held(law_id::L12);
}

law_result check_tile_devices(const batch_evaluator& device, std::span<const tile_encoding> tiles,
                              long_index_t most) {
    expected_batch held_by, holders;
    std::vector<std::vector<std::uint64_t>> images;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        images.push_back(make_tile_image(tiles[i]));
        const tile_view tile(images.back().data());
        const tile_on_host host(tiles[i]);
        // These sizes determine the jobs below.
        const layout_index sizes{tile.threads(), tile.registers(), tile.elements(),
                                 tile.replicas()};
        if (sizes != host.sizes())
            return failed(devices_differ({.text = print_tile(tiles[i])},
                                         "list of threads, registers, elements and replicas",
                                         {sizes, "in its image"}, {host.sizes(), "on the host"}));
        const long_index_t at = held_by.append(images.back().data(), images.back().size() * 8);
        for (const auto& [job, count] : looks(tile.threads() * tile.registers(), most)) {
            held_by.ask(i, at, job, count);
            for (long_index_t k = 0; k < count; ++k) {
                const long_index_t number = job.first + k * job.step;
                const long_index_t thread = number / tile.registers();
                held_by.expected.push_back(
                    host.held_by(thread, number % tile.registers(), tile.replica_of(thread)));
            }
        }
        for (const auto& [job, count] : looks(tile.elements() * tile.replicas(), most)) {
            holders.ask(i, at, job, count);
            for (long_index_t k = 0; k < count; ++k) {
                const long_index_t number = job.first + k * job.step;
                holders.expected.push_back(
                    host.holder_of(number % tile.elements(), number / tile.elements()));
            }
        }
    }
    if (held_by.batch.results == 0) return discarded(law_id::L12, "There is no tile in the batch.");
    holders.batch.images = held_by.batch.images;
    for (const auto& [what, asked] : {std::pair(evaluation::tile_elements, &held_by),
                                      std::pair(evaluation::tile_holders, &holders)}) {
        const auto wrong = asked->compare(device.run(what, asked->batch));
        if (!wrong) continue;
        const tile_view tile(images[wrong->subject].data());
        const named_pair element{"", "replica", "element", tile.elements()};
        const named_pair holder{"holder ", "thread", "register", tile.registers()};
        const bool forth = what == evaluation::tile_elements;
        const named_pair &asked_of = forth ? holder : element, &said = forth ? element : holder;
        return failed(devices_differ(
            {.text = print_tile(tiles[wrong->subject]), .at = asked_of.at(wrong->number)},
            forth ? "element" : "holder",
            {said.text(wrong->found), "on " + std::string(device.name())},
            {said.text(wrong->expected), "on the host"}));
    }
    return held(law_id::L12);
}

}  // namespace tileproof::properties
