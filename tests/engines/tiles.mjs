// The tiles of `isonoise bake --tiles` in Godot 4: a game reads the manifest and the files, places each tile at its
// manifest position, and casts rays down on the terrain. They hit the ground at the noise's height, across borders too.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fail } from "./golden.mjs";
import { play, projectOf } from "./godot4.mjs";

const { values: { program } } = parseArgs({ options: { program: { type: "string" } } });
if (!program) {
  console.error("usage: node tiles.mjs --program build/release/app/isonoise");
  process.exit(2);
}

const size = [97, 65], side = 33, step = 0.05, metres = 12;
const settings = ["--octaves", "4", "--fractal", "ridged", "--seed", "9"];
const folder = mkdtempSync(join(tmpdir(), "isonoise-tiles-"));
try {
  execFileSync(program, ["bake", ...settings, "--size", size.join("x"), "--step", `${step}`, "--tiles", `${side}x${side}`,
    "--overlap", "1", "-o", join(folder, "tile_{x:02}_{y:02}.r16")], { stdio: "pipe" });
  // At every second point, including borders and corners, and between points along the edges of Godot's triangles.
  const rays = [];
  for (let z = 0; z < size[1]; z += 2)
    for (let x = 0; x < size[0]; x += 2) {
      rays.push([x, z]);
      if (x + 0.5 < size[0] - 1) rays.push([x + 0.5, z]);
      if (z + 0.5 < size[1] - 1) rays.push([x, z + 0.5]);
    }
  const points = new Map();
  const grid = [];
  for (let z = 0; z < size[1]; ++z) for (let x = 0; x < size[0]; ++x) grid.push(`${x * step} ${z * step}`);
  execFileSync(program, ["sample", ...settings], { input: grid.join("\n"), encoding: "utf8" }).trim().split("\n")
    .forEach((value, i) => points.set(i, Number(value) * metres));
  const at = (x, z) => points.get(z * size[0] + x);
  const height = ([x, z]) => (at(Math.floor(x), Math.floor(z)) + at(Math.ceil(x), Math.ceil(z))) / 2;

  const { text, outputs } = await play({
    ...projectOf("Node3D", `extends Node3D

func _ready() -> void:
	var manifest: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://tiles.json"))
	var low: float = manifest.range[0]
	var high: float = manifest.range[1]
	for tile in manifest.tiles:
		var bytes := FileAccess.get_file_as_bytes("res://" + tile.file)
		var heights := PackedFloat32Array()
		for i in bytes.size() / 2:
			heights.append(${metres}.0 * (low + bytes.decode_u16(2 * i) / 65535.0 * (high - low)))
		var shape := HeightMapShape3D.new()
		shape.map_width = manifest.tile[0]
		shape.map_depth = manifest.tile[1]
		shape.map_data = heights
		var collision := CollisionShape3D.new()
		collision.shape = shape
		var body := StaticBody3D.new()
		body.add_child(collision)
		# A height map lies around its center, a unit between its points.
		body.position = Vector3(tile.first[0] + (manifest.tile[0] - 1) / 2.0, 0, tile.first[1] + (manifest.tile[1] - 1) / 2.0)
		add_child(body)
	await get_tree().physics_frame
	await get_tree().physics_frame
	var hits := PackedFloat32Array()
	for ray in JSON.parse_string(FileAccess.get_file_as_string("res://rays.json")):
		var query := PhysicsRayQueryParameters3D.create(Vector3(ray[0], 100, ray[1]), Vector3(ray[0], -100, ray[1]))
		var hit := get_world_3d().direct_space_state.intersect_ray(query)
		hits.append(hit.position.y if hit else -1000.0)
	print("output hits ", Marshalls.raw_to_base64(hits.to_byte_array()))
	get_tree().quit()
`),
    "rays.json": JSON.stringify(rays),
    ...Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])),
  });
  const bytes = outputs.hits;
  if (bytes?.length != 4 * rays.length) {
    fail(`tiles: Godot 4 gives no hits:\n${text}`);
  } else {
    const far = rays.map((ray, i) => ({ ray, hit: bytes.readFloatLE(4 * i), expected: height(ray) }))
      .filter(({ hit, expected }) => !(Math.abs(hit - expected) < metres * 2 / 65535 + 1e-3));
    if (far.length) fail(`tiles: ${far.length} of ${rays.length} rays miss, such as ${JSON.stringify(far.slice(0, 5))}\n${text}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
