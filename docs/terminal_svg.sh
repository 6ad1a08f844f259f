#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# terminal_svg.sh TITLE <TEXT >PICTURE.svg: what a terminal showed, as a picture. Colours are the escape sequences of the
# text: bold (1), faint (2), red (31), green (32) and their end (0).
exec awk -v title="$1" '
    function xml(text) {gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text}
    # One line as spans, each of a style.
    function spans(text,    made, code, style) {
        made = ""
        while (text != "") {
            if (match(text, /^\033\[[0-9;]*m/)) {
                code = ";" substr(text, 3, RLENGTH - 3) ";"
                text = substr(text, RLENGTH + 1)
                style = ""
                if (code ~ /;1;/) style = style " b"
                if (code ~ /;2;/) style = style " q"
                if (code ~ /;31;/) style = style " r"
                if (code ~ /;32;/) style = style " g"
                continue
            }
            at = index(text, "\033")
            part = at ? substr(text, 1, at - 1) : text
            text = at ? substr(text, at) : ""
            made = made (style == "" ? xml(part) : "<tspan class=\"" substr(style, 2) "\">" xml(part) "</tspan>")
        }
        return made
    }
    {
        sub(/\r$/, "")
        line[NR] = $0
        bare = $0
        gsub(/\033\[[0-9;]*m/, "", bare)
        if (length(bare) > widest) widest = length(bare)
    }
    END {
        width = widest * 7.83 + 36
        height = NR * 18 + 58
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", \
            width, height, width, height
        print "  <title>" xml(title) "</title>"
        print "  <style>"
        print "    text { font: 13px/18px ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; fill: #d0d7de; white-space: pre }"
        print "    .b { font-weight: 700; fill: #ffffff } .q { fill: #8b949e } .r { fill: #ff7b72 } .g { fill: #7ee787 }"
        print "  </style>"
        printf "  <rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#161b22\"/>\n", width, height
        for (i = 0; i < 3; ++i) printf "  <circle cx=\"%d\" cy=\"18\" r=\"5\" fill=\"#484f58\"/>\n", 20 + 18 * i
        for (i = 1; i <= NR; ++i)
            if (line[i] != "") printf "  <text x=\"18\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", 34 + 18 * i, spans(line[i])
        print "</svg>"
    }'
