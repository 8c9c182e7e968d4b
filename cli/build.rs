//! The program is built again whenever a card or a script changes, since it holds them all.

fn main() {
    println!("cargo::rerun-if-changed=../cards");
    println!("cargo::rerun-if-changed=../scripts");
}
