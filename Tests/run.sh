#!/usr/bin/env bash
# Runs the tests of the test bundle that was built last, three targets at a time: two cores are busy then, because tests
# often wait. Those over a database run twice: on SQLite and on PostgreSQL.
#
#   Tests/run.sh                  all targets
#   Tests/run.sh Core GeoTests    those of a floor, or single ones
#   ENGINES=sqlite Tests/run.sh   only on that engine; on postgresql, those of the API and the programs as well
#   RETRIES=1 Tests/run.sh        the files with failures are run once more; what then holds is named as unsteady, which
#                                 is a bug too
#   CONFIGURATION=release Tests/run.sh  the bundle of a release build
#
# Within a target it is one test at a time: tests wait for sockets and processes, and the pool that they run on has a
# thread a core. A target's output goes to .build/tests; what failed is printed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

# They make and remove thousands of small databases: in memory, where there is room, nothing waits for a disk.
if [ "$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 2000000 ] 2>/dev/null; then export TMPDIR=/dev/shm; fi

ENGINES=${ENGINES:-sqlite postgresql}
export RETRIES=${RETRIES:-0}
folders=()
[ $# -gt 0 ] || set -- '*'
for name in "$@"; do
  found=$(compgen -G "Tests/$name/*Tests" || compgen -G "Tests/*/$name") || { echo "No tests are named $name."; exit 1; }
  mapfile -t -O ${#folders[@]} folders <<<"$found"
done

# run_target FOLDER[@ENGINE] [INITIALS]: the suites whose names begin with one of the INITIALS, a range
run_target() {
  local folder=${1%@*} engine=sqlite initials=${2:-} start=$SECONDS
  [ "$folder" = "$1" ] || engine=${1#*@}
  local target=${folder##*/}
  local name=$target${initials:+ $initials}
  [ "$engine" = sqlite ] || name="$name on $engine"
  local output=".build/tests/$name.txt"
  local filter="^$target\\.${initials:+[$initials]}" attempt
  for ((attempt = 0; attempt <= RETRIES; attempt++)); do
    # One that hangs fails, and its output names the test that had begun.
    if FOURCUTS_TEST_ENGINE=$engine timeout --kill-after=10 1200 \
      "$bundle" --testing-library swift-testing --no-parallel --filter "$filter" >"$output" 2>&1 \
      && grep -q 'Test run with [1-9]' "$output"; then
      echo "$name: $(grep -oE '[0-9]+ tests? in .* passed' "$output" | tail -n 1), $((SECONDS - start)) s"
      return 0
    fi
    mv "$output" ".build/tests/$name.failed-$attempt"
    echo "$name: failed, $((SECONDS - start)) s; the last line is: $(tail -n 1 ".build/tests/$name.failed-$attempt")"
    # A run that did not get to its end says nothing of the tests after it.
    if grep -q 'Test run with [1-9]' ".build/tests/$name.failed-$attempt"; then
      filter="^$target\\..*/($(failed_files ".build/tests/$name.failed-$attempt")):"
    fi
  done
  return 1
}
# failed_files OUTPUT: the files that its failures name, as alternatives of an expression
failed_files() { grep '✘' "$1" | grep -oE '[[:alnum:]]+\.swift' | sort -u | paste -sd '|'; }
export -f run_target failed_files
bundle=$(swift build -c "${CONFIGURATION:-debug}" --show-bin-path)/fourcutsPackageTests.xctest
export bundle

rm -rf .build/tests
mkdir -p .build/tests
# The largest first, so that the end is not one long target.
shopt -s extglob
runs() {
  while read -r folder; do
    case "$ENGINES ${folder##*/}" in
    postgresql\ @(API|App)Tests | *postgresql\ @(Stores|Accounts|Posts|Photos|Payments|GrapeCard|Chat)Tests)
      parts "$folder@postgresql" ;;
    esac
    case $ENGINES in *sqlite*) parts "$folder" ;; esac
  done
}
# The tests of programs take longer than all others together: they are run in four parts.
parts() {
  case ${1%@*} in
  */AppTests) printf '%s\n' "$1 "{A-C,D-M,N-R,S-Z} ;;
  *) echo "$1" ;;
  esac
}
# failures ATTEMPT: what failed in an attempt
failures() { grep -HE '✘|error:' .build/tests/*.failed-$1 || tail -n 5 .build/tests/*.failed-$1; }
du -s "${folders[@]}" | sort -rn | cut -f 2 | runs | xargs -P 3 -I{} bash -c 'run_target {}' || {
  echo "What failed:"
  failures "$RETRIES"
  exit 1
}
if compgen -G '.build/tests/*.failed-*' >/dev/null; then
  echo "What is unsteady, for it failed once:"
  failures 0
fi
echo "$(grep -hoE 'Test run with [0-9]+' .build/tests/*.txt | awk '{ sum += $4 } END { print sum + 0 }') passed, 0 failed"
