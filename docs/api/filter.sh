#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# filter.sh FILE: the header as Doxygen reads it. Our comments are plain `//`: the essay at the top becomes the page of the
# file, a comment on lines of its own becomes that of what follows, and a comment after code that of the code. Lines that
# are set in (tables, pictures, examples) stay as they are.
path=${1#*lib/}
path=${path#*user/include/}
exec awk -v file="$path" '
    function plain(text) {gsub(/[\\@#<>&%$]/, "\\\\&", text); gsub(/::/, "\\::", text); return text}
    function set_in(on) {
        if (on != verbatim) print on ? "\\verbatim" : "\\endverbatim"
        verbatim = on
    }
    function comment(on) {
        if (!on) set_in(0)
        if (on != inside) print on ? "/**" : "*/"
        inside = on
    }
    /^ *\/\/ (SPDX|clang-format)/ {next}
    /^ *\/\// {
        comment(1)
        if (!seen) {print "\\file " file; seen = 1}
        text = $0
        sub(/^ *\/\/ ?/, "", text)
        gsub(/\*\//, "* /", text)
        set_in(text ~ /^  / || (verbatim && text == ""))
        print verbatim ? text : plain(text)
        next
    }
    {
        comment(0)
        if (match($0, /[;,{})] +\/\/ /)) {
            code = substr($0, 1, RSTART)
            print code (code ~ /[;,]$/ ? "  ///< " plain(substr($0, RSTART + RLENGTH)) : "")
        } else print
    }' "$1"
