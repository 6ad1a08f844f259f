// SPDX-License-Identifier: MIT
// The options of each command, after the command line has been read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/campaign/campaign.hpp"
#include "fuzz/libfuzzer/fuzz_state.hpp"

namespace tileproof::command {

// Options of a campaign.
struct campaign_choices {
    double budget_seconds = 60;
    std::optional<std::int64_t> cases;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> devices;
    int jobs = 0;  // 0: one for each processor
    double case_seconds = 10;
    std::string json, junit, sarif, html, lcov;  // files; empty: none
    std::string store = ".tileproof/findings";
    std::function<void(const fuzz::campaign_progress&)> on_progress = {};
    bool sandbox = false;
    bool stop_at_first = false;
    double memory_bytes = 0;  // limit for each worker; 0: the memory that is free now
};

// No devices: every available one.
struct verify_options : campaign_choices {
    std::string filter;  // glob; empty: everything
    std::string layout;  // check this one instead, exhaustively
};

// No devices: every available one. No store: .tileproof/findings/<name of the source>.
struct check_options : campaign_choices {
    check_options() {
        budget_seconds = 10;
        store.clear();
    }
    std::string source;
    std::string cache = ".tileproof/cache";
    std::string compiler;            // empty: one is searched for
    std::vector<std::string> flags;  // of the compiler: -I, -D
    std::string held_out;            // draws the cases instead of a seed
    std::string against;             // another file, or FILE:TEST, whose kernels say what is right
    std::string wave;                // "32", "64", "both"; empty: as the tests declare
    bool efficiency = false;
    bool prove = false;  // bounds and races for all lengths, too
};

struct explain_options {
    std::string layout;
    std::optional<std::string> at;
    bool json = false;
    std::string svg, html;             // files; empty: none
    std::optional<int> element_bytes;  // if given, LDS banks are shown
};

struct offsets_options {
    std::string layout;  // "-": one per line from standard input
    bool json = false;
};

struct replay_options {
    std::string file;
    bool trust_source = false;  // compile and run the code that the finding names, wherever it is
    double case_seconds = 10;
    bool in_this_process = false;
    bool sandbox = false;
};

struct minimize_options {
    std::string what;  // the file of a finding, or layout text
    std::string law;   // code or name; empty: that of the finding, or the first broken one
    double budget_seconds = 30;
    double case_seconds = 10;
    std::string out = ".tileproof/reproducers";  // folder
    bool trust_source = false;
    bool sandbox = false;
};

struct fuzz_options {
    std::optional<double> seconds;  // none: 8 hours, or the rest of a resumed campaign
    int jobs = 0;                   // 0: one for each processor
    std::string target;             // glob; empty: all
    std::string corpus = ".tileproof/corpus";
    std::string store = ".tileproof/findings";
    std::string html;  // file; empty: next to the store, if something was found
    bool resume = false;
    // Further options of a task of a campaign on many machines.
    std::vector<std::string> only = {};   // these targets; empty: all that `target` matches
    std::vector<std::string> seeds = {};  // further corpora to begin with
    std::uint32_t seed = 0;               // of the first slice, then counted up; 0: libFuzzer's own
    std::string scratch = {};             // folder for temporary data; empty: in the corpus
    bool merge = true;                    // merge the corpus at the end
    // Called about twice a second and between longer steps.
    std::function<void(const fuzz::fuzz_status&)> on_look = {};
    bool no_sandbox = false;
};

struct findings_options {
    std::string action = "list";  // list, show, prune
    std::string name;             // show: only this one
    bool json = false;            // list: as JSON
    std::string store = ".tileproof/findings";
    double case_seconds = 10;
    bool trust_source = false;
    bool sandbox = false;  // prune
};

struct cache_options {
    std::string action = "show";  // show, clear
    std::string folder = ".tileproof/cache";
};

// Each returns the exit code: 0 success, 1 a check failed. What it throws is a sentence (exit code 2).
int verify(const verify_options&);
int check(const check_options&);
int explain(const explain_options&);
int offsets(const offsets_options&);
int replay(const replay_options&);
int list();
int minimize(const minimize_options&);
int fuzz(const fuzz_options&);
int findings(const findings_options&);
int cache(const cache_options&);

// `tileproof copy`: the tutorial's copy program, with its flags.
//
//   tileproof copy -m=4096 -n=512 -prec=fp32 -id=1 -warmup=5 -repeat=20
//   m: 4096, n: 512, prec: fp32, id: 1 (copy_registers: ..), device: cpu
//   Perf: 1.2345 ms, 13.59 GB/s
//   valid: y (all 2097152 elements, bit for bit)

struct copy_options {
    std::int64_t m = 64, n = 8;  // rows and columns
    std::optional<int> id;       // the wave of each block that copies; all do without it
    int kernel = 0;              // of the device's copies
    bool verify = true;
    std::string precision = "fp16";
    int warmup = 50, repeat = 100;
    std::string device = "cpu";
};

// The tutorial's flags have a single dash ("-prec=fp16", "-prec fp16"); this turns it into two, as the parser
// expects. Other arguments are unchanged.
std::vector<std::string> with_two_dashes(std::vector<std::string> arguments);

// The numbers and names of the kernels, for the help text: "0 copy_registers, 1 copy_lds, .."
std::string copy_variants();

// 0: copied, and verified if requested; 1: the copy is wrong.
int copy(const copy_options&);

// `tileproof subject`: applies the laws to the layouts of another library.
//
//   tileproof subject ck_tile --include /opt/rocm/include --report departures.md

struct subject_options {
    std::string what;                  // a name in subjects/, or a folder with a subject.json
    std::vector<std::string> include;  // folders with the library's headers
    std::string compiler;              // empty: one is searched for
    std::optional<std::uint64_t> seed;
    std::int64_t cases = 0;  // 0: as many as fit in the budget
    double budget_seconds = 300;
    int jobs = 0;
    std::vector<std::string> reports;  // .md or .json
    std::string keep;                  // folder to keep generated programs in; empty: none
};

int subject(const subject_options&);

// `tileproof prove`: the laws of a layout for all values of the names in it.
//
//   tileproof prove 'packed [M,8*K] -> {xor: 0,1 -> 0,1}' --for 'M,K'

struct prove_options {
    std::string layout;             // "-": one per line from standard input
    std::string given;              // names and conditions
    std::string equal;              // another layout, to compare with
    std::string banks;              // "1x8": a dim, and the elements of a lane
    int element_bytes = 4;          // of banks
    std::vector<std::string> laws;  // codes or names; empty: all
    double seconds = 0.5;           // to try sizes of a layout
    bool steps = false;
    bool json = false;
    bool lemmas = false;  // instead: prove the lemmas themselves
};

int prove(const prove_options&);

// Campaigns on many machines: fuzz --slurm, verify --slurm, and the commands task, merge and status.
//
//   tileproof fuzz --slurm --campaign /shared/night --tasks 32 --budget 8h -- --partition=gpu --gres=gpu:1
//     task 0 to 31 run `tileproof task /shared/night N`; then `tileproof merge /shared/night` runs

struct slurm_options {
    bool slurm = false, print = false;
    std::string folder = ".tileproof/campaign";
    int tasks = 8;
    std::vector<std::string> sbatch;  // its options
};

struct task_options {
    std::string folder;
    int number = 0;
};
struct merge_options {
    std::string folder;
    int jobs = 0;  // 0: one for each processor of this job
};
struct status_command {
    std::string folder;
    double dead_after = 180;
    bool json = false;
};

// Each returns the exit code. What it throws is a sentence.
int submit_fuzz(const fuzz_options&, const slurm_options&);
int submit_verify(const verify_options&, const slurm_options&);
int task(const task_options&);
int merge(const merge_options&);
int status(const status_command&);

}  // namespace tileproof::command
