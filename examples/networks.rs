//! Trains networks of the arena again, all or those that are named, and writes them to `data/jengazero/weights`.
use topple::arena::learn::weights;

fn main() -> anyhow::Result<()> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let names = if named.is_empty() { weights::names().collect() } else { named };
    for name in names {
        let file = weights::train(&name)?;
        let same = weights::all().any(|(kept, bytes)| kept == name && bytes == file);
        println!("{name}: {} bytes, {}", file.len(), if same { "as kept" } else { "not as kept" });
        std::fs::write(format!("data/jengazero/weights/{name}.safetensors"), file)?;
    }
    Ok(())
}
