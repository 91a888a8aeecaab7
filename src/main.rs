//! The program `topple`; see [`topple::cli`].
fn main() -> std::process::ExitCode {
    topple::cli::main()
}
