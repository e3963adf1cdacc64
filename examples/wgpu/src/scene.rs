//! The scene without a GPU: where huts, trees and your feet are, with the heights that the shader draws.

use crate::hill;
use std::f32::consts::{PI, TAU};

/// The ground's width in metres. Its grid has a point for each, around the walker.
pub const SIDE: u32 = 320;
const RELIEF: f32 = 32.0; // metres for a noise of 1
const EYES: f32 = 1.7; // metres above the ground
const NEAR: f32 = 0.2; // nothing closer is drawn

pub fn height(x: f32, z: f32) -> f32 {
    RELIEF * hill::isonoise(x, z)
}

/// Uphill; how many metres the ground rises per metre.
fn slope(x: f32, z: f32) -> [f32; 2] {
    let mut g = [0.0; 2];
    hill::isonoise_gradient(x, z, &mut g);
    g.map(|rise| RELIEF * rise)
}

pub struct Place {
    pub at: [f32; 3],
    pub is_hut: bool,
    turn: f32,
    size: f32,
}

/// Huts, their doors downhill, and trees. They are on the grid's points: between them the ground is flat, and the
/// noise is not.
pub fn places() -> Vec<Place> {
    let mut state = 5u32;
    let mut random = |from: f32, to: f32| {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        from + (to - from) * (state >> 8) as f32 / 16777216.0
    };
    let mut places: Vec<Place> = Vec::new();
    let mut huts = 0;
    for _ in 0..2600 {
        let (x, z) = (random(-150.0, 150.0).round(), random(-150.0, 150.0).round());
        let (at, [rise_x, rise_z]) = ([x, height(x, z), z], slope(x, z));
        let flat = [[-3.0, -3.0], [-3.0, 3.0], [3.0, -3.0], [3.0, 3.0]]
            .iter()
            .all(|[to_x, to_z]| (height(x + to_x, z + to_z) - at[1]).abs() < 0.7);
        if places.iter().any(|p| p.is_hut && (p.at[0] - x).hypot(p.at[2] - z) < 22.0) {
            continue;
        }
        if huts < 12 && flat {
            places.retain(|p| (p.at[0] - x).hypot(p.at[2] - z) >= 22.0);
            places.push(Place { at, is_hut: true, turn: (-rise_x).atan2(-rise_z), size: 1.0 });
            huts += 1;
        } else if rise_x.hypot(rise_z) < 0.5 && at[1] < 6.0 {
            places.push(Place { at, is_hut: false, turn: random(0.0, TAU), size: random(0.7, 1.5) });
        }
    }
    places
}

/// A prism, pyramid or box: colour, number of sides, offset along x and z, and for both ends the height and the half
/// widths along x and z.
type Part = ([f32; 3], u32, [f32; 2], [[f32; 3]; 2]);

const HUT: [Part; 5] = [
    ([0.38, 0.27, 0.17], 4, [0.0, 0.0], [[-2.5, 2.5, 2.0], [2.6, 2.5, 2.0]]), // walls, down into the slope
    ([0.24, 0.05, 0.03], 4, [0.0, 0.0], [[2.4, 3.0, 2.6], [4.5, 2.4, 0.0]]),
    ([0.12, 0.11, 0.10], 4, [1.4, -0.5], [[2.6, 0.3, 0.3], [5.0, 0.3, 0.3]]), // chimney
    ([0.06, 0.03, 0.02], 4, [-0.9, 2.0], [[-2.5, 0.5, 0.08], [1.9, 0.5, 0.08]]), // door
    ([0.70, 0.52, 0.25], 4, [1.1, 2.0], [[0.9, 0.5, 0.06], [1.8, 0.5, 0.06]]), // window
];
const TREE: [Part; 3] = [
    ([0.07, 0.045, 0.025], 5, [0.0, 0.0], [[-0.7, 0.25, 0.25], [1.6, 0.15, 0.15]]),
    ([0.02, 0.05, 0.02], 7, [0.0, 0.0], [[1.0, 1.4, 1.4], [3.7, 0.0, 0.0]]),
    ([0.025, 0.06, 0.022], 7, [0.0, 0.0], [[2.4, 1.1, 1.1], [5.4, 0.0, 0.0]]),
];

/// Position and colour.
pub type Vertex = [f32; 6];

/// The triangles of everything.
pub fn triangles(places: &[Place]) -> Vec<Vertex> {
    let mut vertices = Vec::new();
    for place in places {
        let (sin, cos) = place.turn.sin_cos();
        for &([r, g, b], sides, offset, ends) in if place.is_hut { &HUT[..] } else { &TREE[..] } {
            let corner = |side: u32, end: usize| {
                let ([y, half_x, half_z], angle) = (ends[end], (side as f32 + 0.5) * TAU / sides as f32);
                let reach = 1.0 / (PI / sides as f32).cos();
                let (x, z) = (offset[0] + half_x * reach * angle.cos(), offset[1] + half_z * reach * angle.sin());
                let [at_x, at_y, at_z] = place.at;
                let size = place.size;
                [at_x + size * (x * cos + z * sin), at_y + size * y, at_z + size * (z * cos - x * sin), r, g, b]
            };
            for side in 0..sides {
                for (step, end) in [(0, 0), (0, 1), (1, 0), (1, 0), (0, 1), (1, 1)] {
                    vertices.push(corner(side + step, end));
                }
            }
        }
    }
    vertices
}

pub struct Walker {
    x: f32,
    z: f32,
    heading: f32,
}

impl Walker {
    /// Obliquely before the door of the hut with the most level ground in front.
    pub fn new(places: &[Place]) -> Walker {
        let mut best = (f32::MAX, Walker { x: 0.0, z: 0.0, heading: 0.0 });
        for hut in places.iter().filter(|p| p.is_hut) {
            for aside in [-0.7, -0.5, 0.5, 0.7] {
                let [x, y, z] = hut.at;
                let (sin, cos) = (hut.turn + aside).sin_cos();
                let rise = |far: f32| (height(x + far * sin, z + far * cos) - y).abs();
                let uneven = rise(4.0) + rise(8.0) + rise(12.0) + rise(16.0);
                if uneven < best.0 {
                    let heading = hut.turn + aside + 0.2;
                    best = (uneven, Walker { x: x + 16.0 * sin, z: z + 16.0 * cos, heading });
                }
            }
        }
        best.1
    }

    pub fn go(&mut self, ahead: f32, left: f32, seconds: f32) {
        self.heading += left * seconds;
        let step = 6.0 * ahead * seconds;
        self.x = (self.x - step * self.heading.sin()).clamp(-150.0, 150.0);
        self.z = (self.z - step * self.heading.cos()).clamp(-150.0, 150.0);
    }

    /// ground.wgsl's View.
    pub fn view(&self, aspect: f32) -> [f32; 24] {
        let (sin, cos) = self.heading.sin_cos();
        let (dip, flat) = 0.03f32.sin_cos();
        let eye = [self.x, height(self.x, self.z) + EYES, self.z];
        let right = [cos, 0.0, -sin];
        let up = [-sin * dip, flat, -cos * dip];
        let ahead = [-sin * flat, -dip, -cos * flat];
        let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

        let (zoom, mut view) = (1.6, [0.0; 24]);
        for axis in 0..3 {
            let depth = ahead[axis];
            view[4 * axis..][..4].copy_from_slice(&[zoom / aspect * right[axis], zoom * up[axis], depth, depth]);
        }
        let depth = -dot(ahead, eye);
        view[12..16].copy_from_slice(&[-zoom / aspect * dot(right, eye), -zoom * dot(up, eye), depth - NEAR, depth]);
        view[16..19].copy_from_slice(&eye);
        view[19] = RELIEF;
        view[20] = self.x.round() - (SIDE / 2) as f32;
        view[21] = self.z.round() - (SIDE / 2) as f32;
        view
    }
}
