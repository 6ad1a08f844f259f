// SPDX-License-Identifier: MIT
// Failing cases in groups of one cause, and the smallest case of each.
//
//   explainer e(b, {.now = clock, .stopped = never});
//   e.record(a_case, its_verdict);       of many cases
//   e.explain(600);                      until the clock says 600: each cause has its share of what is left
//   e.departures()[0].text               "naive [0,4] strides [1,1]"
//
// A group breaks one law in one way with the same transforms: its smallest case explains all that have these and more.
#pragma once

#include "extras/subject/departures.hpp"
#include "extras/subject/judge.hpp"

#include <set>

namespace tileproof::subject {

struct smallest_case {
    any_case what;
    verdict says = {};
    bool minimal = false;  // no single step makes it smaller; else the time was up
};

// Makes a failing case as small as it gets while it fails in the same way. The steps of a round are compiled together.
smallest_case make_smallest(builder&, any_case, const symptom& cause,
                            const std::function<bool()>& spent);

// What a case is made of. Packed bases and passes are nothing: what needs no more happens everywhere.
std::multiset<std::string> parts_of(const any_case&);

struct explainer_options {
    std::function<double()> now;  // seconds
    std::function<bool()> stopped;
    std::function<void(const std::string&)> say;
};

class explainer {
  public:
    explainer(builder& b, explainer_options o) : builder_(b), o_(std::move(o)) {}

    void record(const any_case&, const verdict&);
    std::size_t causes() const { return groups_.size(); }

    // The most frequent cause first. Each that fails has a departure in the end, however little time there is; what has
    // not become its smallest, and what no departure explains, is continued by the next call.
    void explain(double until);

    std::vector<departure> departures() const;
    std::map<std::string, std::int64_t> unexplained() const;  // by their cause

  private:
    struct failing {
        any_case what;
        properties::failure why;
    };
    struct explained {
        symptom cause;
        smallest_case least;
        properties::failure why;
        std::vector<properties::law_id> laws;
        std::int64_t seen = 1;
        bool finished = false;
        std::set<symptom> also = {};  // of cases that became this one
    };
    std::vector<symptom> causes_left() const;
    void take_all_explained();
    void take_explained(explained&, const symptom& cause);
    void explain_one(const symptom& cause, double until);
    void make_smaller(explained, double until);
    explained* same_as(const explained&);
    departure shown(const explained&) const;
    bool is_spent(double until) const { return o_.stopped() || o_.now() > until; }

    builder& builder_;
    explainer_options o_;
    std::map<symptom, std::vector<failing>> groups_;  // what is not explained, the lightest first
    std::map<symptom, std::size_t> sizes_;
    std::vector<explained> explained_;
};

// A departure as a program in the library's own words, to be compiled and run by somebody who has only the library.
//
//   const auto d0 = make_naive_tensor_descriptor(make_tuple(0, 4), make_tuple(4, 1), number<-1>{}, number<1>{});
//   std::printf("element space size: %lld\n", static_cast<long long>(d0.get_element_space_size()));

std::string smallest_program(const library&, const any_case&, const properties::failure&);
// Of a case that does not compile or ends the program: the same asking for nothing, and for one thing each. The first that
// fails has the line that is to blame. Empty for others.
std::vector<std::string> shorter_programs(const library&, const any_case&,
                                          const properties::failure&);

}  // namespace tileproof::subject
