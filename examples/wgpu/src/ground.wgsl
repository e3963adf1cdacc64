// The ground and the things on it. main.rs puts hill.wgsl before it. scene.rs has the same heights.

struct View {
    clip: mat4x4f,  // from the world to the screen
    eye: vec3f,
    relief: f32,    // metres for a noise of 1
    corner: vec2f,  // of the grid: whole metres
}
@group(0) @binding(0) var<uniform> view: View;

struct Point {
    @builtin(position) position: vec4f,
    @location(0) at: vec3f,
    @location(1) colour: vec3f,
}

fn point(at: vec3f, colour: vec3f) -> Point { return Point(view.clip * vec4f(at, 1.0), at, colour); }

fn height(p: vec2f) -> f32 { return view.relief * isonoise(p); }

fn lit(colour: vec3f, normal: vec3f, at: vec3f) -> vec4f {
    let sky = mix(vec3f(0.10, 0.09, 0.08), vec3f(0.20, 0.26, 0.36), normal.y * 0.5 + 0.5);
    let sun = vec3f(1.75, 1.5, 1.1) * max(dot(normal, normalize(vec3f(-0.5, 0.55, -0.8))), 0.0);
    let far = distance(at, view.eye);
    return vec4f(mix(vec3f(0.48, 0.58, 0.68), colour * (sky + sun), exp(-far * far / 9000.0)), 1.0);
}

// A strip of triangles for each row of the grid.
@vertex fn ground(@builtin(vertex_index) i: u32, @builtin(instance_index) row: u32) -> Point {
    let p = view.corner + vec2f(f32(i >> 1u), f32(row + (i & 1u)));
    return point(vec3f(p.x, height(p), p.y), vec3f());
}

// Small shapes come from the derivatives at each pixel, not from the grid.
@fragment fn ground_colour(in: Point) -> @location(0) vec4f {
    var slope: vec2f;
    let n = isonoise_gradient(in.at.xz, &slope);
    let normal = normalize(vec3f(-view.relief * slope.x, 1.0, -view.relief * slope.y));
    let grass = mix(vec3f(0.07, 0.13, 0.03), vec3f(0.27, 0.22, 0.08), smoothstep(-0.1, 0.5, n));
    return lit(mix(vec3f(0.16, 0.14, 0.12), grass, smoothstep(0.75, 0.9, normal.y)), normal, in.at);
}

@vertex fn things(@location(0) at: vec3f, @location(1) colour: vec3f) -> Point { return point(at, colour); }

@fragment fn things_colour(in: Point) -> @location(0) vec4f {
    let normal = normalize(cross(dpdy(in.at), dpdx(in.at)));
    return lit(in.colour, normal, in.at);
}
