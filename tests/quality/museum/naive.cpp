// SPDX-License-Identifier: MIT
#include "tests/quality/museum/naive.hpp"

#include "fuzz/worker/worker.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/kernel_case.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace tileproof::museum {
namespace {

using namespace fuzz;
using namespace properties;

// Two bytes as a number below 1,024, as FuzzedDataProvider would consume them.
long_index_t consumed(draw& bytes) { return (bytes.below(256) | bytes.below(256) << 8) % 1024; }

std::vector<long_index_t> dims_of(harness h, const kernel_contract& contract, draw& from,
                                  int number) {
    std::vector<long_index_t> dims;
    const long_index_t square = 32 * (1 + number % 8);
    for (const auto& d : contract.dims) {
        switch (h) {
            case harness::squares:
                dims.push_back(d.few ? 1 : square);
                break;
            case harness::uniform:
                dims.push_back(d.few ? 1 : 1 + from.below(256));
                break;
            case harness::bytes:
                dims.push_back(d.few ? consumed(from) % 4 : consumed(from));
        }
    }
    return dims;
}

// "random" or "uniform", whichever the contract has.
int random_data(const kernel_contract& contract) {
    const auto& kinds = contract.data.kinds;
    const auto at = std::find_if(kinds.begin(), kinds.end(), [](const std::string& kind) {
        return kind == "random" || kind == "uniform";
    });
    return at == kinds.end() ? 0 : static_cast<int>(at - kinds.begin());
}

// Is a value wrong, or has the process ended?
bool shows_it(const worker_answer& a) {
    if (a.end) return true;
    return std::any_of(a.result.laws.begin(), a.result.laws.end(), [](const law_result& r) {
        return r.failed() && (r.law == law_id::K1 || r.law == law_id::K2 || r.law == law_id::K7);
    });
}

}  // namespace

std::string name_of(harness h) {
    return h == harness::squares ? "squares" : h == harness::uniform ? "uniform" : "bytes";
}

std::optional<double> naive_hunt(harness h, const property_list& one,
                                 const std::string& contract_name, std::uint64_t seed,
                                 double budget) {
    const shared_contract contract = contract_named(contract_name);
    worker at_work(one, 10);
    draw from(seed);
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    for (int number = 0; seconds() < budget; ++number) {
        const auto type = static_cast<std::size_t>(
            h == harness::squares ? number : static_cast<int>(from.below(256)));
        kernel_case c = plain_case(*contract, dims_of(h, *contract, from, number),
                                   type % contract->types.size());
        c.data = random_data(*contract);
        c.data_seed = static_cast<std::uint32_t>(from.below(long_index_t{1} << 32));
        at_work.send(check_request{0, to_json(*contract, c)});
        if (shows_it(at_work.wait())) return seconds();
    }
    return std::nullopt;
}

}  // namespace tileproof::museum
