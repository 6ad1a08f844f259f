#include "kernels/user/source_pass.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace tileproof::properties {
namespace {

// The source with comments, strings and character literals blanked out: same length, same lines.
std::string code_only(std::string_view source) {
    std::string code(source);
    enum { plain, line_comment, comment, string, character } state = plain;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i], next = i + 1 < code.size() ? code[i + 1] : '\0';
        switch (state) {
            case plain:
                if (c == '/' && next == '/')
                    state = line_comment;
                else if (c == '/' && next == '*')
                    state = comment;
                else if (c == '"')
                    state = string;
                else if (c == '\'' &&
                         (i == 0 || !std::isalnum(static_cast<unsigned char>(code[i - 1]))))
                    state = character;
                if (state == comment || state == line_comment) code[i] = ' ';
                break;
            case line_comment:
                if (c == '\n')
                    state = plain;
                else
                    code[i] = ' ';
                break;
            case comment:
                if (c == '*' && next == '/') {
                    code[i] = code[i + 1] = ' ';
                    ++i;
                    state = plain;
                } else if (c != '\n') {
                    code[i] = ' ';
                }
                break;
            case string:
            case character:
                if (c == '\\' && i + 1 < code.size()) {
                    code[i] = code[i + 1] = ' ';
                    ++i;
                } else if (c == (state == string ? '"' : '\'')) {
                    state = plain;
                } else if (c != '\n') {
                    code[i] = ' ';
                }
                break;
        }
    }
    return code;
}

bool word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::size_t find_word(std::string_view code, std::string_view word) {
    for (std::size_t at = 0; (at = code.find(word, at)) != code.npos; ++at) {
        const bool begins = at == 0 || !word_character(code[at - 1]);
        const bool ends =
            at + word.size() >= code.size() || !word_character(code[at + word.size()]);
        if (begins && ends) return at;
    }
    return code.npos;
}

std::string place(std::string_view code, std::size_t at, const std::string& name) {
    const auto lines =
        std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return name + ":" + std::to_string(lines + 1) + ": ";
}

struct unsupported {
    const char *word, *sentence;
};
constexpr std::array refused{
    unsupported{"texture",
                "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"tex1D", "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"tex1Dfetch",
                "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"tex2D", "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"tex3D", "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"hipTextureObject_t",
                "textures are not supported by the cpu devices: read from a plain buffer"},
    unsupported{"hipSurfaceObject_t",
                "surfaces are not supported by the cpu devices: use a plain buffer"},
    unsupported{
        "hipLaunchCooperativeKernel",
        "synchronising a whole grid is not supported by the cpu devices: end the kernel and launch "
        "another"},
    unsupported{
        "cooperative_groups",
        "cooperative groups are not supported by the cpu devices: use __syncthreads() and the wave "
        "operations"},
    unsupported{"asm",
                "inline assembly of a GPU is not supported by the cpu devices: use a builtin that "
                "<hip/hip_runtime.h> declares, or plain C++"},
    unsupported{"__asm__",
                "inline assembly of a GPU is not supported by the cpu devices: use plain C++"},
    unsupported{"__asm",
                "inline assembly of a GPU is not supported by the cpu devices: use plain C++"},
};

// The place behind the bracket that closes the one at `open`.
std::size_t behind_brackets(std::string_view code, std::size_t open, char opening, char closing) {
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        if (code[i] == opening) ++depth;
        if (code[i] == closing && --depth == 0) return i + 1;
    }
    return code.npos;
}

// Where the kernel's name in front of "<<<" begins: scale, ns::scale, scale<8, float>.
std::size_t name_begin(std::string_view code, std::size_t end) {
    std::size_t i = end;
    while (i > 0 && std::isspace(static_cast<unsigned char>(code[i - 1]))) --i;
    if (i > 0 && code[i - 1] == '>') {
        int depth = 0;
        while (i > 0) {
            --i;
            if (code[i] == '>') ++depth;
            if (code[i] == '<' && --depth == 0) break;
        }
    }
    while (i > 0 && (word_character(code[i - 1]) || code[i - 1] == ':')) --i;
    return i;
}

// Splits at commas outside brackets: the arguments of a launch.
std::vector<std::string> split(std::string_view text, std::string_view code) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] == '(' || code[i] == '[' || code[i] == '{') ++depth;
        if (code[i] == ')' || code[i] == ']' || code[i] == '}') --depth;
        if (code[i] == ',' && depth == 0) {
            parts.emplace_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    parts.emplace_back(text.substr(begin));
    return parts;
}

// One launch at a time, from the front; names and comments in the text keep their places.
bool rewrite_launch(std::string& source, const std::string& name) {
    const std::string code = code_only(source);
    const std::size_t open = code.find("<<<");
    if (open == code.npos) return false;
    const auto refuse = [&] {
        throw source_refused(
            place(code, open, name) +
            "this launch cannot be read: write kernel<<<grid, block, shared bytes, "
            "stream>>>(arguments) or use hipLaunchKernelGGL.");
    };
    const std::size_t begin = name_begin(code, open);
    const std::size_t close = code.find(">>>", open + 3);
    if (begin == open || close == code.npos) refuse();
    std::size_t paren = close + 3;
    while (paren < code.size() && std::isspace(static_cast<unsigned char>(code[paren]))) ++paren;
    if (paren == code.size() || code[paren] != '(') refuse();
    const std::size_t end = behind_brackets(code, paren, '(', ')');
    if (end == code.npos) refuse();
    const auto piece = [&](std::size_t from, std::size_t to) {
        return std::string_view(source).substr(from, to - from);
    };
    std::vector<std::string> settings =
        split(piece(open + 3, close), std::string_view(code).substr(open + 3, close - open - 3));
    if (settings.size() < 2 || settings.size() > 4) refuse();
    settings.resize(4);
    if (settings[2].empty()) settings[2] = "0";
    if (settings[3].empty()) settings[3] = "nullptr";
    std::string kernel(piece(begin, open));
    while (!kernel.empty() && std::isspace(static_cast<unsigned char>(kernel.back())))
        kernel.pop_back();
    const std::string arguments(piece(paren + 1, end - 1));
    const bool none = std::all_of(arguments.begin(), arguments.end(),
                                  [](unsigned char c) { return std::isspace(c); });
    std::string made = "::tileproof::hip_on::launch_kernel(\"" + kernel + "\", " + settings[0] +
                       ", " + settings[1] + ", " + settings[2] + ", " + settings[3] +
                       ", [&](const auto&... arguments_) { " + kernel + "(arguments_...); }" +
                       (none ? "" : ", ") + arguments + ")";
    source.replace(begin, end - begin, made);
    return true;
}

bool rewrite_shared(std::string& source) {
    const std::string code = code_only(source);
    for (std::size_t at = 0; (at = code.find("__shared__", at)) != code.npos; at += 10) {
        std::size_t begin = at;
        while (begin > 0 && std::isspace(static_cast<unsigned char>(code[begin - 1]))) --begin;
        if (begin < 6 || code.compare(begin - 6, 6, "extern") != 0) continue;
        begin -= 6;
        const std::size_t bracket = code.find('[', at), end = code.find(';', at);
        if (bracket == code.npos || end == code.npos || bracket > end) continue;
        std::size_t name_end = bracket;
        while (std::isspace(static_cast<unsigned char>(code[name_end - 1]))) --name_end;
        std::size_t first = name_end;
        while (word_character(code[first - 1])) --first;
        const std::string type = source.substr(at + 10, first - at - 10);
        const std::string made =
            "HIP_DYNAMIC_SHARED(" + type + ", " + source.substr(first, name_end - first) + ");";
        source.replace(begin, end + 1 - begin, made);
        return true;
    }
    return false;
}

// A file's name as a string literal has it; a newline, which none may have, becomes a space.
std::string in_quotes(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == '"' || c == '\\') text += '\\';
        text += c == '\n' ? ' ' : c;
    }
    return text;
}

}  // namespace

std::string prepared_source(std::string_view text, const std::string& name) {
    const std::string code = code_only(text);
    for (const unsupported& u : refused)
        if (const std::size_t at = find_word(code, u.word); at != code.npos)
            throw source_refused(place(code, at, name) + u.sentence + ".");
    std::string source(text);
    while (rewrite_shared(source)) {
    }
    while (rewrite_launch(source, name)) {
    }
    return "#line 1 \"" + in_quotes(name) + "\"\n" + source;
}

}  // namespace tileproof::properties
