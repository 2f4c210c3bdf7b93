# Lists the recipes.
default:
    @just --list

# Everything that is asked of a change.
check:
    .ci/run

# Every test.
test:
    cargo test --workspace

# The data suites: the reference data in cases/ against every layer that can answer it.
cases:
    cargo test -p grundy --test cases
    cargo test -p grundy-check --test known_periods --test known_values

# Clippy, warnings are errors.
lint:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# The documentation of the crates, warnings are errors.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# Formats the code.
fmt:
    cargo fmt --all
