#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci_templates_test.sh PROGRAM: the templates of examples/ci are what GitHub and GitLab take. actionlint and
# action-validator judge them too, where one is installed (npm install --global @action-validator/cli
# @action-validator/core). Then every kind of mistake is planted, and must be noticed.
set -euo pipefail
program=$(realpath "$1")
python3 -c 'import yaml' 2>/dev/null || { echo "Skipped: python3 has no yaml here; apt-get install python3-yaml." && exit 77; }
here=tests/house
github=(examples/ci/github/*.yml)
all=("${github[@]}" examples/ci/gitlab/.gitlab-ci.yml)
python3 $here/ci_lint.py "$program" "${all[@]}"
if command -v actionlint >/dev/null; then actionlint "${github[@]}"; fi
if command -v action-validator >/dev/null; then for f in "${github[@]}"; do action-validator "$f"; done; fi

broken=$(mktemp -d)
trap 'rm -rf "$broken"' EXIT
plants=0
# plant FILE SED WHAT: with the edit, the file must be refused with a line that has WHAT.
plant() {
    local file=$broken/${1##*/} said
    sed "$2" "$1" >"$file"
    cmp -s "$1" "$file" && { echo "This plants nothing: $2"; exit 1; }
    said=$(python3 $here/ci_lint.py "$program" "$file") && { echo "Not noticed: $2"; exit 1; }
    grep -qF -- "$3" <<<"$said" || { printf 'For %s it says\n%s\nand not %s\n' "$2" "$said" "$3"; exit 1; }
    plants=$((plants + 1))
}
pr=examples/ci/github/tileproof.yml
night=examples/ci/github/tileproof-nightly.yml
lab=examples/ci/gitlab/.gitlab-ci.yml
plant $pr 's/runs-on: ubuntu-latest/run-on: ubuntu-latest/' "'run-on' is no key here"
plant $pr 's/--sarif "sarif[^ ]*"//' 'a pull request must have --sarif'
plant $pr 's/--budget 60s/--bugdet 60s/' 'has no option --bugdet'
plant $pr 's/security-events: write/actions: read/' 'security-events'
plant $pr 's/upload-sarif@v3/upload-sarif/' 'is no action with a version'
plant $pr 's/steps.packages.outputs/steps.package.outputs/' "there is no step 'package'"
plant $pr 's/ && github.event.pull_request.head.repo.full_name == github.repository//' 'a stranger'
plant $pr 's/if: always()/if: sometimes()/' "'sometimes' is not known"
plant $pr 's/for kernel in $KERNELS; do/for kernel in $KERNELS; od/' 'error'
plant $pr 's/timeout-minutes: 90//' 'no time limit'
plant $night 's/actions\/cache\/restore@v4/actions\/cache@v4/' 'is not restored'
plant $night '/cache\/save/{n;s/always/success/}' 'saved whatever happens'
plant $night 's/^  schedule:/  schedule: [/' 'it is not YAML'
plant $lab 's/stage: fuzz/stage: fuzzing/' "'fuzzing' is no stage"
plant $lab 's/needs: \[tileproof-packages\]/needs: [packages]/' 'which is no job'
plant $lab 's/when: always/when: never/' 'none of always'
plant $lab 's/\$GPU_RUNNER && //' 'only on a runner with a GPU'
plant $lab 's/  script: \*check/  scripts: *check/' "'scripts' is no key here"
echo "${#all[@]} templates are well; $plants mistakes were planted, and each was noticed."
