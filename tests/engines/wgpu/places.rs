//! Prints the places of examples/wgpu as JSON: x, z and height by their bits, and whether it is a hut.
#[allow(dead_code)]
#[path = "../../../examples/wgpu/src/hill.rs"]
mod hill;
#[allow(dead_code)]
#[path = "../../../examples/wgpu/src/scene.rs"]
mod scene;

fn main() {
    for scene::Place { at: [x, y, z], is_hut, .. } in scene::places() {
        println!("[{},{},{},{}]", x.to_bits(), z.to_bits(), y.to_bits(), is_hut);
    }
}
