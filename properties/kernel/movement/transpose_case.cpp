#include "properties/kernel/movement/transpose_case.hpp"

#include "properties/kernel/fence_name.hpp"
#include "properties/property.hpp"
#include "properties/read_case.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using kernels::transpose_problem;
using nlohmann::json;

// Bytes up to the last element; more than anybody has when it does not fit.
long_index_t reach(long_index_t offset, long_index_t batch, long_index_t batch_stride,
                   long_index_t outer, long_index_t leading, long_index_t inner, int bytes) {
    const auto size = static_cast<__int128>(batch - 1) * batch_stride +
                      static_cast<__int128>(outer - 1) * leading + inner + offset;
    return size > most_case_bytes ? most_case_bytes + 1 : static_cast<long_index_t>(size) * bytes;
}

void check_memory(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    if (!why_senseless(c).empty()) return;  // such a case gets no memory
    for (const long_index_t bytes :
         {reach(c.input_offset, p.batch, p.input_batch_stride, p.rows, p.input_leading, p.columns,
                p.element_bytes),
          reach(c.output_offset, p.batch, p.output_batch_stride, c.output_rows(), p.output_leading,
                c.output_columns(), p.element_bytes)})
        if (bytes > most_case_bytes)
            throw bad_case(fmt::format(
                "The case needs more than {} bytes for one of its matrices; that is the "
                "most allowed.",
                most_case_bytes));
}

}  // namespace

transpose_case packed_case(std::string_view type, long_index_t rows, long_index_t columns,
                           long_index_t batch) {
    transpose_case c;
    c.type = find_element_type(type);
    c.problem = kernels::packed_transpose(rows, columns, c.type->bytes, batch);
    return c;
}

transpose_case packed_copy_case(std::string_view type, long_index_t rows, long_index_t columns) {
    transpose_case c = packed_case(type, rows, columns);
    c.moves = movement::copy;
    c.problem.output_leading = columns;
    c.problem.input_batch_stride = c.problem.output_batch_stride = 0;
    return c;
}

json to_json(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    json j{{"type", c.type->name},
           {"rows", p.rows},
           {"columns", p.columns},
           {"batch", p.batch},
           {"input_leading", p.input_leading},
           {"output_leading", p.output_leading},
           {"input_batch_stride", p.input_batch_stride},
           {"output_batch_stride", p.output_batch_stride},
           {"input_offset", c.input_offset},
           {"output_offset", c.output_offset},
           {"data", name_of(c.data)},
           {"data_seed", c.data_seed},
           {"fence", name_of_fence(c.fence)},
           {"repeats", c.repeats}};
    if (c.moves == movement::copy)
        for (const char* key : {"batch", "input_batch_stride", "output_batch_stride"}) j.erase(key);
    return j;
}

transpose_case transpose_case_from_json(const json& j, movement moves) try {
    transpose_case c;
    c.moves = moves;
    const auto type = j.at("type").get<std::string>();
    c.type = find_element_type(type);
    if (!c.type) throw bad_case(fmt::format("There is no element type '{}'.", type));
    transpose_problem& p = c.problem;
    read_whole(j, "rows", p.rows);
    read_whole(j, "columns", p.columns);
    read_whole(j, "input_leading", p.input_leading);
    read_whole(j, "output_leading", p.output_leading);
    if (moves == movement::transpose) {
        read_whole(j, "batch", p.batch);
        read_whole(j, "input_batch_stride", p.input_batch_stride);
        read_whole(j, "output_batch_stride", p.output_batch_stride);
    }
    p.element_bytes = c.type->bytes;
    read_whole(j, "input_offset", c.input_offset);
    read_whole(j, "output_offset", c.output_offset);
    const auto data = find_data_kind(j.at("data").get<std::string>());
    if (!data) throw bad_case("The data of a case are coordinates, special or random.");
    c.data = *data;
    read_whole(j, "data_seed", c.data_seed);
    c.fence = find_fence(j.at("fence").get<std::string>());
    read_whole(j, "repeats", c.repeats);
    if (c.input_offset < 0 || c.input_offset > 4096 || c.output_offset < 0 ||
        c.output_offset > 4096)
        throw bad_case("The offsets of a case are 0 to 4096 elements.");
    if (c.repeats < 0 || c.repeats > 10'000) throw bad_case("A case has 0 to 10000 repeats.");
    check_memory(c);
    return c;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The case of a {} cannot be read: {}.",
                               moves == movement::copy ? "copy" : "transpose", e.what()));
}

std::string why_senseless(const transpose_case& c) { return why_senseless(c.problem, c.moves); }

std::string why_senseless(const transpose_problem& p, movement moves) {
    if (p.rows < 0 || p.columns < 0 || p.batch < 0) return "an extent is negative";
    if (p.input_batch_stride < 0 || p.output_batch_stride < 0) return "a batch stride is negative";
    if (p.input_leading < p.columns) return "the rows of the input overlap";
    const long_index_t output_row = moves == movement::copy ? p.columns : p.rows;
    if (p.output_leading < output_row) return "the rows of the output overlap";
    if (p.rows == 0 || p.columns == 0 || p.batch < 2) return "";
    const auto one_output = static_cast<__int128>(p.columns - 1) * p.output_leading + p.rows;
    if (p.output_batch_stride < one_output) return "the matrices of the output overlap";
    return "";
}

std::vector<std::string> labels_of(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    std::vector<std::string> labels{"type: " + std::string(c.type->name)};
    if (!why_senseless(c).empty()) {
        labels.push_back("problem: senseless");
        return labels;
    }
    labels.push_back("problem: sensible");
    const auto shape = [&] {
        if (p.rows == 0 || p.columns == 0 || p.batch == 0) return "empty";
        if (p.rows == 1 && p.columns == 1) return "1 x 1";
        if (p.rows == 1) return "row";
        if (p.columns == 1) return "column";
        if (p.rows == p.columns) return "square";
        if (p.columns >= 8 * p.rows) return "wide";
        return p.rows >= 8 * p.columns ? "tall" : "other";
    };
    labels.push_back(fmt::format("shape: {}", shape()));
    for (const long_index_t length : {p.rows, p.columns}) {
        const long_index_t over = length % 16;
        std::string tail = over == 0    ? "whole tiles"
                           : over == 1  ? "one over"
                           : over == 15 ? "one short"
                                        : "other";
        tail = "tail of 16: " + tail;
        if (labels.back() != tail) labels.push_back(std::move(tail));
    }
    const bool copies = c.moves == movement::copy;
    if (!copies) labels.push_back(p.batch > 1 ? "batch: many" : fmt::format("batch: {}", p.batch));
    const bool packed = p == (copies ? packed_copy_case(c.type->name, p.rows, p.columns)
                                     : packed_case(c.type->name, p.rows, p.columns, p.batch))
                                 .problem;
    labels.push_back(packed ? "strides: packed" : "strides: beyond the extent");
    labels.push_back(c.input_offset || c.output_offset ? "base: off by one" : "base: at the start");
    labels.push_back("data: " + std::string(name_of(c.data)));
    labels.push_back(fmt::format("fence: {}", name_of_fence(c.fence)));
    return labels;
}

std::vector<std::string> all_transpose_labels(movement moves) {
    std::vector<std::string> labels{"problem: sensible", "problem: senseless"};
    for (const element_type& t : element_types()) labels.push_back("type: " + std::string(t.name));
    for (const char* s : {"empty", "1 x 1", "row", "column", "square", "wide", "tall", "other"})
        labels.push_back(fmt::format("shape: {}", s));
    for (const char* s : {"whole tiles", "one over", "one short", "other"})
        labels.push_back(fmt::format("tail of 16: {}", s));
    for (const char* s : {"0", "1", "many"})
        if (moves == movement::transpose) labels.push_back(fmt::format("batch: {}", s));
    labels.insert(labels.end(), {"strides: packed", "strides: beyond the extent",
                                 "base: off by one", "base: at the start"});
    for (const char* s : {"coordinates", "special", "random"})
        labels.push_back(fmt::format("data: {}", s));
    for (const kernels::placement f : all_fences)
        labels.push_back(fmt::format("fence: {}", name_of_fence(f)));
    return labels;
}

}  // namespace tileproof::properties
