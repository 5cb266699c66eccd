#!/usr/bin/env bash
# Feeds the parsers with libFuzzer. `make fuzz` builds the program first.
#
#   Tests/Fuzz/run.sh PROGRAM            all targets, for MINUTES (10) together
#   Tests/Fuzz/run.sh PROGRAM heif json  these
#
# Inputs that reach new code are kept in .build/fuzz/corpus for the next run. An input that breaks a target is made as
# small as possible and kept in Tests/Fuzz/regressions, which `make test` replays: mend the fault, then commit both.
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."

mapfile -t all < <("$program")
targets=("${@:-${all[@]}}")
for name in "${targets[@]}"; do
  printf '%s\n' "${all[@]}" | grep -qx -- "$name" || { echo "No target is named $name: ${all[*]}."; exit 1; }
done
seconds=$((${MINUTES:-10} * 60 / ${#targets[@]}))
[ "$seconds" -gt 0 ] || seconds=1

export SWIFT_BACKTRACE=enable=no
# libvips and its loaders keep memory until the process ends.
export ASAN_OPTIONS=detect_leaks=0
ASAN_SYMBOLIZER_PATH="$(dirname "$(readlink -f "$(command -v swift)")")/llvm-symbolizer"
export ASAN_SYMBOLIZER_PATH
scratch=.build/fuzz
mkdir -p $scratch/logs
limits=(-max_len=4096 -timeout=30 -rss_limit_mb=3000 -verbosity=1)

# keep INPUT: makes an input that breaks the target small, and keeps it.
keep() {
  local directory=Tests/Fuzz/regressions/$FUZZ_TARGET small=$1.small
  "$program" -minimize_crash=1 -max_total_time=30 "${limits[@]}" -exact_artifact_path="$small" "$1" >"$1.log" 2>&1 || true
  [ -s "$small" ] || cp "$1" "$small"
  mkdir -p "$directory"
  local kept
  kept=$directory/$(sha256sum "$small" | cut -c 1-12)
  cp "$small" "$kept"
  echo "$FUZZ_TARGET: broken by $kept ($(stat -c %s "$kept") bytes)"
  FUZZ_TARGET=$FUZZ_TARGET "$program" "${limits[@]}" "$kept" 2>&1 | grep -E 'Fatal error|ERROR: |    #[0-9]+ .* in .*(Sources|Core)/' | head -n 8 || true
}

failed=0
printf '%-18s %12s %10s %10s\n' target executions edges inputs
for FUZZ_TARGET in "${targets[@]}"; do
  export FUZZ_TARGET
  found=$scratch/found/$FUZZ_TARGET corpus=$scratch/corpus/$FUZZ_TARGET log=$scratch/logs/$FUZZ_TARGET.txt
  rm -rf "$found"
  mkdir -p "$found" "$corpus"
  folders=("$corpus" "Tests/Fuzz/corpus/$FUZZ_TARGET")
  [ ! -d "Tests/Fuzz/regressions/$FUZZ_TARGET" ] || folders+=("Tests/Fuzz/regressions/$FUZZ_TARGET")
  "$program" -max_total_time="$seconds" "${limits[@]}" -print_final_stats=1 -artifact_prefix="$found/" "${folders[@]}" \
    >"$log" 2>&1 || true
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
  edges=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d ' ' -f 2 || true)
  printf '%-18s %12s %10s %10s\n' "$FUZZ_TARGET" "${executions:-?}" "${edges:-?}" "$(find "$corpus" -type f | wc -l)"
  broken=0
  for input in "$found"/*-*; do
    case $input in
    *slow-unit-*) echo "$FUZZ_TARGET: slow with $input" ;;
    *-\*) ;;
    *) broken=1 && keep "$input" ;;
    esac
  done
  grep -q '^Done [0-9]* runs' "$log" || [ $broken = 1 ] || { broken=1 && echo "$FUZZ_TARGET: ended early, see $log"; }
  [ $broken = 0 ] || failed=1
done
exit $failed
