// SPDX-License-Identifier: MIT
// The first half of compiling a user's HIP source for the cpu devices: what clang's own HIP front end makes of it, once
// for both of them.
//
//   front_end f({.source = "my.hip", .scratch = ".tileproof/cache/.build-", .flags = {"-Iinclude"}});
//   f.identity()   // of everything that the compiler would read today: digests, known from an earlier time if nothing changed
//   f.text()       // that itself: preprocessed for the host and for the device
//   f.bitcode()    // {"..-a1/host.bc", "..-a1/device.bc"}, made from that text alone, before any optimisation
//
// back_end.hpp makes an object file of the two for one device.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compiler/build/compilers.hpp"
#include "system/temporary_folder.hpp"

namespace tileproof::compiler {

struct header_request;

struct source_request {
    std::string compiler = "clang++-19";
    std::string source;
    std::string
        scratch;  // how the name of a folder for what is only needed meanwhile begins; empty: as temporaries' do
    std::string dependencies = {};              // a depfile to write; empty: none
    std::vector<std::string> flags;             // -I, -D, ...
    std::vector<std::string> preprocess_flags;  // for the preprocessor only
    std::string headers =
        {};  // a folder to keep precompiled headers in (header_cache.hpp); empty: none
    std::string ready = ready_headers();   // a folder that has some; empty: none
    std::string root = project_root();     // of this project's headers
    bool whole_program = false;            // several files make one program
    bool shares_device_functions = false;  // of those files one may call another's: -fgpu-rdc
    unsigned wave_size = 0;                // 32 or 64: warpSize is a constant; 0: the launch says
};

struct preprocessed_source {
    struct part {
        std::string text;
        // As the compiler prints them with -v: its version, all its options (also from the environment and its
        // configuration), and where it looks for headers.
        std::string options;
        // False: a flag or inline assembly may name another file, which is read later.
        bool is_all = true;
    };
    part host, device;  // no text for the device: the file includes nothing of HIP
    std::vector<std::string> device_code = {};  // files of device code that it names
};

struct source_identity {
    struct part {
        std::string digest, options;  // of its text; as above
    };
    part host, device;
    bool is_all = true;
    std::vector<std::string> device_code;
};
source_identity identity_of(const preprocessed_source&);

struct halves_of_source {
    std::string host, device;  // files of LLVM bitcode
};

// Safe to use from several threads. The functions do their work once, and throw std::runtime_error, after the
// compiler's own messages, for code that it rejects, each time they are called.
class front_end {
  public:
    explicit front_end(source_request);
    const source_request& request() const { return request_; }
    const source_identity& identity();
    // Keeps it for later: what was made of the text is there.
    void remember_identity();
    const preprocessed_source& text();
    const halves_of_source& bitcode();
    // Puts the headers that the source begins with into request().headers (header_cache.hpp).
    std::vector<std::filesystem::path> precompile_headers();

  private:
    template <class T>
    struct once {
        std::mutex mutex;
        std::optional<T> made;
        std::exception_ptr failure;
        std::string said;  // by compilers, before the failure
        const T& get(const std::function<T()>& make);
    };
    enum class half { host, device };
    std::string in_scratch(const std::string& name);
    std::vector<std::string> words_to_preprocess(half, const std::string& file) const;
    std::vector<std::string> words_to_compile(half, bool header) const;
    preprocessed_source::part preprocessed(half);
    header_request headers_of(half) const;
    preprocessed_source read_text();
    std::filesystem::path memory() const;
    source_identity remembered_identity();
    halves_of_source compile();

    const source_request request_;
    once<std::shared_ptr<const system::temporary_folder>> scratch_;
    once<source_identity> identity_;
    std::mutex remembering_;
    std::function<void()> remember_;  // empty: nothing is to be kept
    once<preprocessed_source> text_;
    once<halves_of_source> bitcode_;
};

// Flags of the user that say something about the code, not about the text: without -I, -D and those for a GPU.
std::vector<std::string> flags_after_preprocessing(const std::vector<std::string>& given);

// Runs the step, and prints what compilers say meanwhile as its author can read it (compiler_messages.hpp).
void with_readable_messages(const std::function<void()>& step);

}  // namespace tileproof::compiler
