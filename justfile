# Lists the recipes.
default:
    @just --list

# Every check that a change has to pass.
check:
    .ci/run

# Every test.
test:
    cargo test --workspace --release

# The data suites: every layer that can answer a case in cases/ is tested with it.
cases:
    cargo test --release -p grundy --test all cases::
    cargo test --release -p grundy-check --test all known_

# Clippy, warnings are errors.
lint:
    cargo clippy --workspace --all-targets --release --locked -- -D warnings

# The documentation of the crates, warnings are errors.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --release --locked

# Formats the code.
fmt:
    cargo fmt --all
