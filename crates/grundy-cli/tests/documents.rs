//! Every command that a document shows is run, and prints what the document says.

#[test]
fn documents_show_what_the_command_prints() {
    // Documents name files from the root of the project.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    // They show pictures as Unicode.
    trycmd::TestCases::new().env("LC_ALL", "C.UTF-8").case("README.md").case("docs/src/*.md");
}
