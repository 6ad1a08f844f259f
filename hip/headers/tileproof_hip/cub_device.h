// SPDX-License-Identifier: MIT
// hipCUB's device-wide algorithms, each a launch of a single thread that works sequentially.
//
//   DeviceScan::ExclusiveSum(nullptr, bytes, in, out, n)    bytes is 1; nothing else is done
//   DeviceScan::ExclusiveSum(temp, bytes, in, out, n)       {3, 1, 4} becomes {0, 3, 4}
#pragma once

#include <iterator>

#include "tileproof_hip/cub_operators.h"
#include "tileproof_hip/enqueue.h"

TILEPROOF_FOR_BOTH
namespace hipcub {

template <class Body>
hipError_t in_one_thread(const char* name, void* temp, std::size_t& bytes, hipStream_t stream,
                         const Body& body) {
    if (!temp) return bytes = 1, hipSuccess;
    return tileproof::hip::run_once(name, stream, body);
}

struct DeviceReduce {
    template <class In, class Out, class Op, class T>
    static hipError_t Reduce(void* temp, std::size_t& bytes, In in, Out out, int n, Op op, T first,
                             hipStream_t stream = nullptr, bool = false) {
        return in_one_thread("DeviceReduce", temp, bytes, stream, [=]() {
            T sum = first;
            for (int i = 0; i < n; ++i) sum = op(sum, static_cast<T>(in[i]));
            *out = sum;
        });
    }
    template <class In, class Out>
    static hipError_t Sum(void* temp, std::size_t& bytes, In in, Out out, int n,
                          hipStream_t stream = nullptr, bool = false) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(temp, bytes, in, out, n, hipcub::Sum(), T(), stream);
    }
    template <class In, class Out>
    static hipError_t Max(void* temp, std::size_t& bytes, In in, Out out, int n,
                          hipStream_t stream = nullptr, bool = false) {
        return best("DeviceReduce::Max", temp, bytes, in, out, n, hipcub::Max(), stream);
    }
    template <class In, class Out>
    static hipError_t Min(void* temp, std::size_t& bytes, In in, Out out, int n,
                          hipStream_t stream = nullptr, bool = false) {
        return best("DeviceReduce::Min", temp, bytes, in, out, n, hipcub::Min(), stream);
    }

  private:
    template <class In, class Out, class Op>
    static hipError_t best(const char* name, void* temp, std::size_t& bytes, In in, Out out, int n,
                           Op op, hipStream_t stream) {
        return in_one_thread(name, temp, bytes, stream, [=]() {
            auto sum = in[0];
            for (int i = 1; i < n; ++i) sum = op(sum, in[i]);
            *out = sum;
        });
    }
};

struct DeviceScan {
    template <class In, class Out, class Op>
    static hipError_t InclusiveScan(void* temp, std::size_t& bytes, In in, Out out, Op op, int n,
                                    hipStream_t stream = nullptr, bool = false) {
        return in_one_thread("DeviceScan", temp, bytes, stream, [=]() {
            if (n <= 0) return;
            auto sum = in[0];
            out[0] = sum;
            for (int i = 1; i < n; ++i) out[i] = sum = op(sum, in[i]);
        });
    }
    template <class In, class Out, class Op, class T>
    static hipError_t ExclusiveScan(void* temp, std::size_t& bytes, In in, Out out, Op op, T first,
                                    int n, hipStream_t stream = nullptr, bool = false) {
        return in_one_thread("DeviceScan", temp, bytes, stream, [=]() {
            T sum = first;
            for (int i = 0; i < n; ++i) {
                const T item = in[i];  // out may be in
                out[i] = sum;
                sum = op(sum, item);
            }
        });
    }
    template <class In, class Out>
    static hipError_t InclusiveSum(void* temp, std::size_t& bytes, In in, Out out, int n,
                                   hipStream_t stream = nullptr, bool = false) {
        return InclusiveScan(temp, bytes, in, out, Sum(), n, stream);
    }
    template <class In, class Out>
    static hipError_t ExclusiveSum(void* temp, std::size_t& bytes, In in, Out out, int n,
                                   hipStream_t stream = nullptr, bool = false) {
        using T = typename std::iterator_traits<In>::value_type;
        return ExclusiveScan(temp, bytes, in, out, Sum(), T(), n, stream);
    }
};

struct DeviceSelect {
    template <class In, class Flags, class Out, class Count>
    static hipError_t Flagged(void* temp, std::size_t& bytes, In in, Flags flags, Out out,
                              Count selected, int n, hipStream_t stream = nullptr, bool = false) {
        return in_one_thread("DeviceSelect::Flagged", temp, bytes, stream, [=]() {
            int kept = 0;
            for (int i = 0; i < n; ++i)
                if (flags[i]) out[kept++] = in[i];
            *selected = kept;
        });
    }
};

}  // namespace hipcub
TILEPROOF_FOR_BOTH_END
