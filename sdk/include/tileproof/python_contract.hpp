// SPDX-License-Identifier: MIT
// A contract whose right answer another process computes: the Python package of extras/python, which writes files like
//
//   static const tileproof::kernel_test python_test =
//       tileproof::python_contract("scale", {"n"}, "pytest test_scale.py")
//           .add<float>("x", {"n"}, tileproof::sdk::operand_use::input)
//           .add<float>("y", {"n"}, tileproof::sdk::operand_use::output)
//           .launch([](const tileproof::sdk::call& c) { ... });
//
// The process listens on the Unix socket (SOCK_SEQPACKET) that the environment variable TILEPROOF_PYTHON names. A question
// is one packet of JSON, with the file descriptor of the shared memory that holds all operands when it is new:
//
//   {"ask":"answer","test":"scale","bytes":192,"dims":[3],"scalars":[],
//    "operands":[{"width":4,"extents":[3],"in":0,"out":null},{"width":4,"extents":[3],"in":null,"out":64}]}
//
// The reply is "ok", when the outputs are in that memory, or a sentence that says why not. With "ask":"seen" the outputs are
// those of the kernel: so it is when TILEPROOF_PYTHON_SEES is set, for showing a stored case.
#pragma once
#include "hip/headers/tileproof_hip/letters_aside.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if !defined(TILEPROOF_GPU)
#include "devices/cpu/is_checked.hpp"
#endif
#include "tileproof/kernel_test.hpp"

namespace tileproof {
namespace sdk {

// The connection of this process to the one that answers, and the memory that both share.
class python_process {
  public:
    // The one of this process: a child has no use for its parent's.
    static python_process& of_this() {
        static python_process* known = nullptr;
        if (!known || known->owner_ != getpid()) known = new python_process;
        return *known;
    }
    // Copies the operands to shared memory, asks, and copies the outputs back if they are an answer.
    void ask(const char* what, const test_data& t, const answer& a, const std::string& again) {
        if (socket_ < 0) connect_or_say(again);
        std::string question = std::string("{\"ask\":\"") + what + "\",\"test\":\"" + t.name + "\"";
        std::string operands;
        std::vector<std::size_t> sizes, in, out;
        std::size_t end = 0;
        const auto place = [&end](const void* operand, std::size_t bytes, std::string& text) {
            const std::size_t at = end;
            if (operand) end += (bytes + 63) / 64 * 64;
            text += operand ? std::to_string(at) : "null";
            return at;
        };
        for (std::size_t o = 0; o < t.operands.size(); ++o) {
            sizes.push_back(static_cast<std::size_t>(t.operands[o].bytes));
            for (const long e : a.extents[o]) sizes[o] *= static_cast<std::size_t>(e);
            operands +=
                (o ? "," : "") +
                std::string("{\"width\":" + std::to_string(t.operands[o].bytes) + ",\"extents\":") +
                list(a.extents[o]) + ",\"in\":";
            in.push_back(place(a.inputs[o], sizes[o], operands));
            operands += ",\"out\":";
            out.push_back(place(a.outputs[o], sizes[o], operands));
            operands += "}";
        }
        const int fresh = share(end);
        for (std::size_t o = 0; o < sizes.size(); ++o) {
            if (a.inputs[o]) std::memcpy(memory_ + in[o], a.inputs[o], sizes[o]);
            if (a.outputs[o]) std::memcpy(memory_ + out[o], a.outputs[o], sizes[o]);
        }
        question +=
            ",\"bytes\":" + std::to_string(size_) +
            ",\"dims\":" + list(std::vector<long>(a.dims, a.dims + t.dims.size())) +
            ",\"scalars\":" + list(std::vector<double>(a.scalars, a.scalars + t.scalars.size())) +
            ",\"operands\":[" + operands + "]}";
        send(question, fresh);
        const std::string reply = receive();
        if (reply != "ok") throw std::runtime_error(reply);
        for (std::size_t o = 0; o < sizes.size(); ++o)
            if (a.outputs[o]) std::memcpy(a.outputs[o], memory_ + out[o], sizes[o]);
    }

  private:
    python_process() = default;
    template <class T>
    static std::string list(const std::vector<T>& numbers) {
        std::string all;
        for (const T n : numbers) {
            char text[40];
            if constexpr (std::is_integral_v<T>)
                std::snprintf(text, sizeof text, "%ld", n);
            else
                std::snprintf(text, sizeof text, "%.17g", n);
            all += (all.empty() ? "" : ",") + std::string(text);
        }
        return "[" + all + "]";
    }
    void connect_or_say(const std::string& again) {
        const char* const path = std::getenv("TILEPROOF_PYTHON");
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        if (!path || std::strlen(path) >= sizeof to.sun_path)
            throw mistake("it is in Python, and no Python process is listening. Run `" + again +
                          "`, "
                          "which answers, and reruns what it has found first.");
        std::strcpy(to.sun_path, path);
        socket_ = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
        if (socket_ < 0 || ::connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
            lost();
    }
    // The descriptor of the memory if the other process does not have it yet, otherwise -1.
    int share(std::size_t bytes) {
        if (memory_ && bytes <= size_) return -1;
        leave_memory();
        for (size_ = 1 << 16; size_ < bytes;) size_ *= 2;
        file_ = memfd_create("tileproof", MFD_CLOEXEC);
        void* const at = file_ < 0 || ftruncate(file_, static_cast<off_t>(size_)) != 0
                             ? MAP_FAILED
                             : mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
        memory_ = at == MAP_FAILED ? nullptr : static_cast<char*>(at);
        if (!memory_) throw mistake("there is no memory to share with Python.");
        return file_;
    }
    void leave_memory() {
        if (memory_) munmap(memory_, size_);
        if (file_ >= 0) close(file_);
        memory_ = nullptr;
        file_ = -1;
    }
    void send(std::string& text, int descriptor) {
        iovec part{text.data(), text.size()};
        alignas(cmsghdr) char space[CMSG_SPACE(sizeof descriptor)] = {};
        msghdr packet{};
        packet.msg_iov = &part;
        packet.msg_iovlen = 1;
        if (descriptor >= 0) {
            packet.msg_control = space;
            packet.msg_controllen = sizeof space;
            cmsghdr* const c = CMSG_FIRSTHDR(&packet);
            c->cmsg_level = SOL_SOCKET;
            c->cmsg_type = SCM_RIGHTS;
            c->cmsg_len = CMSG_LEN(sizeof descriptor);
            std::memcpy(CMSG_DATA(c), &descriptor, sizeof descriptor);
        }
        while (sendmsg(socket_, &packet, MSG_NOSIGNAL) < 0)
            if (errno != EINTR) lost();
    }
    std::string receive() {
        std::string text(1 << 16, 0);
        ssize_t got;
        do got = recv(socket_, text.data(), text.size(), 0);
        while (got < 0 && errno == EINTR);
        if (got <= 0) lost();
        text.resize(static_cast<std::size_t>(got));
        return text;
    }
    [[noreturn]] void lost() {
        if (socket_ >= 0) close(socket_);
        socket_ = -1;
        leave_memory();
        throw mistake("the Python process that computes it does not answer any more.");
    }
    const pid_t owner_ = getpid();
    int socket_ = -1, file_ = -1;
    char* memory_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace sdk

class python_contract : public contract<python_contract> {
  public:
    // `again` is the command that runs the Python test.
    python_contract(std::string name, std::vector<std::string> dims, std::string again)
        : contract<python_contract>(std::move(name), "custom", std::move(dims)),
          again_(std::move(again)) {}
    template <class T>
    python_contract& add(std::string name, std::vector<std::string> extents, sdk::operand_use use) {
        data_.operands.push_back(sdk::make_operand<T>(std::move(name), std::move(extents), use));
        widen_.push_back(use == sdk::operand_use::input ? nullptr : &sdk::number_in<T>);
        return *this;
    }
    template <class T>
    python_contract& scalar(std::string name, double least, double most) {
        data_.scalars.push_back({std::move(name), sdk::type_name<T>::value, least, most});
        return *this;
    }
    template <class T>
    python_contract& scalar(std::string name, std::vector<double> values) {
        data_.scalars.push_back(
            {std::move(name), sdk::type_name<T>::value, 0, 0, true, std::move(values)});
        return *this;
    }
    // What custom() says of the operand declared last, and of the test.
    sdk::operand& last() { return data_.operands.back(); }
    python_contract& indices_below(std::string dim) {
        return last().indices_below = std::move(dim), *this;
    }
    python_contract& each_once() { return last().each_once = true, *this; }
    python_contract& sorted() { return last().sorted = true, *this; }
    python_contract& row_pointers(std::string dim) {
        return last().row_pointers = std::move(dim), *this;
    }
    python_contract& one_of(std::vector<double> values) {
        return last().one_of = std::move(values), *this;
    }
    python_contract& work_of_all_dims() { return data_.work_of_all_dims = true, *this; }
    python_contract& within(double relative, double absolute = 0) {
        require_bound(relative, absolute);
        relative_ = relative;
        absolute_ = absolute;
        data_.bounded = true;
        data_.relative = absolute == 0;
        return *this;
    }
    template <class F>
    kernel_test launch(F f) {
        data_.launch = f;
#if !defined(TILEPROOF_GPU)
        // The answer comes from the cpu device's copy of this file.
        if (!cpu_engine::is_checked()) {
            const sdk::test_data names = data_;
            data_.reference = [names, again = again_, widen = widen_, relative = relative_,
                               absolute = absolute_](const sdk::answer& a) {
                sdk::python_process::of_this().ask("answer", names, a, again);
                for (std::size_t o = 0; names.bounded && o < widen.size(); ++o)
                    for (std::size_t i = 0; widen[o] && i < a.values[o]->size(); ++i) {
                        const double v = (*a.values[o])[i] = widen[o](a.outputs[o], i);
                        (*a.bounds[o])[i] = sdk::bound_around(v, relative, absolute);
                    }
            };
            if (std::getenv("TILEPROOF_PYTHON_SEES"))
                data_.accepts = [names, again = again_](const sdk::answer& a) {
                    sdk::python_process::of_this().ask("seen", names, a, again);
                    return std::string();
                };
        }
#endif
        return kernel_test(std::move(data_));
    }

  private:
    std::string again_;
    std::vector<double (*)(const void*, std::size_t)> widen_;
    double relative_ = 0, absolute_ = 0;
};

}  // namespace tileproof

#include "hip/headers/tileproof_hip/letters_back.h"
