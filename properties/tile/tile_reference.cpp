// L2 and L13 of tile distributions.
#include "properties/layout/subject.hpp"
#include "properties/tile/observed_tile.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::properties {
namespace {

// What is wrong with the message of a refusal; empty when nothing is.
std::string fault_of_sentence(const std::string& message) {
    if (message.empty()) return "refused without a word";
    const bool sentence = message.back() == '.' && message.find(' ') != std::string::npos &&
                          message.find_first_of("0123456789") != std::string::npos;
    return sentence ? "" : "refused with \"" + message + "\", which is no sentence with values";
}

}  // namespace

verdict check_tile_reference(const tile_subject& subject, const tile_encoding& e) {
    if (std::string reason = not_judged(e); !reason.empty()) return discarded(std::move(reason));
    const auto tile = subject.make(e);
    const reference::tile_holders expected = reference::hold(physical_tile(e));
    std::vector<long_index_t> x(expected.x_lengths.size());
    for (long_index_t t = 0; t < expected.threads; ++t)
        for (long_index_t r = 0; r < expected.registers; ++r) {
            tile->index(t, r, x.data());
            long_index_t element =
                expected.element_of[static_cast<std::size_t>(t * expected.registers + r)];
            std::vector<long_index_t> right(x.size());
            for (std::size_t i = x.size(); i-- > 0;) {
                right[i] = element % expected.x_lengths[i];
                element /= expected.x_lengths[i];
            }
            if (x != right)
                return fail_tile(law_id::L2, e,
                                 "thread " + std::to_string(t) + ", register " + std::to_string(r) +
                                     " holds X " + print_index(x) + ", but must hold X " +
                                     print_index(right));
        }
    return held();
}

verdict check_tile_refusal(const tile_subject& subject, const tile_encoding& e) {
    const std::string fault = reference::tile_fault(physical_tile(e));
    if (fault.empty()) return discarded("The encoding is well made.");
    try {
        subject.make(e);
    } catch (const layout_error& error) {
        const std::string wrong = fault_of_sentence(error.what());
        return wrong.empty() ? held()
                             : fail_tile(law_id::L13, e, "where " + fault + ", it is " + wrong);
    } catch (const std::exception& error) {
        return fail_tile(law_id::L13, e,
                         "where " + fault + ", another exception than layout_error is thrown, \"" +
                             error.what() + "\"");
    }
    return fail_tile(law_id::L13, e, fault + ", but it is accepted");
}

verdict check_tile_text(std::string_view text) {
    const auto fail = [&](const std::string& what) {
        return failed(title(law_id::L13) + ": the tile text \"" + std::string(text) + "\" " + what +
                      ".");
    };
    tile_encoding e;
    try {
        e = parse_tile(text);
    } catch (const layout_error& error) {
        const std::string wrong = fault_of_sentence(error.what());
        return wrong.empty() ? held() : fail("is " + wrong);
    }
    const std::string printed = print_tile(e);
    try {
        if (parse_tile(printed) == e) return held();
    } catch (const layout_error& error) {
        return fail("is accepted, but its canonical text \"" + printed +
                    "\" is refused: " + error.what());
    }
    return fail("is accepted, but its canonical text \"" + printed +
                "\" reads as another encoding");
}

}  // namespace tileproof::properties
