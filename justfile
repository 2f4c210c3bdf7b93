# Lists the recipes.
default:
    @just --list

# Everything that is asked of a change.
check:
    .ci/run

# Every test.
test:
    cargo test --workspace --release

# The data suites: the reference data in cases/ against every layer that can answer it.
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
