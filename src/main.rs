//! The program `topple`; see [`topple::cli`].
/// Searches ask for many small pieces of memory on every thread.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    topple::cli::main()
}
