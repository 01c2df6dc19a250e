#!/usr/bin/env bash
# Builds the module that answers in browsers, and puts it where the program has it: crates/serve/module.
#   tools/build_module.sh          with the packages of Debian 12 or later
#   tools/build_module.sh FILE     to another place
# Nothing is installed: compiler, linker and packer are unpacked below target/module.
set -euo pipefail
cd "$(dirname "$0")/.."

to="${1:-crates/serve/module/hindsight.wasm.gz}"
made="$PWD/target/module"
tools="${HINDSIGHT_MODULE_TOOLS:-$made/tools}"
mkdir -p "$made" "$(dirname "$to")"

# The newest compiler for the target, with the sources of its standard library.
if ! [ -x "$tools/usr/bin/rustc" ]; then
  needed() { apt-cache depends "$1" | sed -n 's/^ *Depends: //p' | grep -E "$2" | head -1; }
  library="$(needed libstd-rust-web-dev '^libstd-rust-web-[0-9]')"
  llvm="$(needed "$library" '^libllvm')"
  packages=(rustc-web rust-web-src libstd-rust-web-dev "$library" "$llvm" "lld-${llvm#libllvm}" binaryen zopfli)
  mkdir -p "$made/packages"
  (cd "$made/packages" && apt-get download "${packages[@]}")
  mkdir -p "$tools.part"
  for package in "$made"/packages/*.deb; do dpkg -x "$package" "$tools.part"; done
  mv "$tools.part" "$tools"
fi
linkers=("$tools"/usr/bin/wasm-ld-*)
llvms=("$tools"/usr/lib/llvm-*/lib)
export LD_LIBRARY_PATH="$tools/usr/lib/x86_64-linux-gnu:${llvms[0]}"

# What no browser needs stays out: threads, and where in the sources a mistake was noticed.
cp Cargo.lock "$made/Cargo.lock"
RUSTC="$tools/usr/bin/rustc" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$made" \
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="${linkers[0]}" \
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort" \
  cargo build -p hindsight-browser --lib --profile browser --target wasm32-unknown-unknown \
  -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size \
  -Zlockfile-path --config "resolver.lockfile-path=\"$made/Cargo.lock\"" \
  --config "patch.crates-io.rayon.path=\"$PWD/tools/in-turn\""

# The compiler leaves many functions that do the same. The passes behind are those after which less is left when packed;
# most others make the module smaller and what is packed larger.
"$tools/usr/bin/wasm-opt" --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
  --enable-reference-types --enable-multivalue --strip-debug --strip-producers --duplicate-function-elimination \
  --merge-similar-functions --duplicate-function-elimination --remove-unused-brs --vacuum --merge-blocks \
  --optimize-instructions --rse --vacuum --reorder-locals \
  "$made/wasm32-unknown-unknown/browser/hindsight_browser.wasm" -o "$made/hindsight.wasm"
"$tools/usr/bin/zopfli" "$made/hindsight.wasm"
mv "$made/hindsight.wasm.gz" "$to"
echo "$to: $(wc -c < "$to") bytes"
