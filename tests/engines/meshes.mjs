// The meshes of `isonoise bake --mesh`: the glTF validator reports nothing, and three.js and Godot 4 load what the
// program reports.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import validator from "gltf-validator";
import { Box3, Mesh } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { fail } from "./golden.mjs";
import { play, projectOf } from "./godot4.mjs";

const { values: { program } } = parseArgs({ options: { program: { type: "string" } } });
if (!program) {
  console.error("usage: node meshes.mjs --program build/release/app/isonoise");
  process.exit(2);
}

const meshes = [
  { words: "terrain --size 300x200 --step 0.02 --levels 4", box: { x: [0, 6], z: [0, 4] } },
  { words: "--octaves 3 --size 5x7 --chunk 2x3", box: { x: [0, 5 / 64], z: [0, 7 / 64] } },
  { words: "density --size 64x64x64 --step 0.05 --chunk 32x32x32 --levels 3", box: { x: [0, 3.2], z: [0, 3.2] } },
  { words: "density-caves --size 40x30x20 --step -0.07,0.05,0.1 --offset 1e6,0,0", box: { x: [-2.8, 0], y: [0, 1.5] } },
  { words: "planet --planet --size 48 --levels 3" },
  { words: "--octaves 2 --size 400x400 --chunk 512x512", box: { x: [0, 400 / 64] } },  // 32-bit indices
  { words: "--size 1x1 --relief 0" },
];

const folder = mkdtempSync(join(tmpdir(), "isonoise-meshes-"));
try {
  const files = [];
  for (const { words, box = {} } of meshes) {
    const path = join(folder, `${files.length}.glb`);
    const { status, stderr } = spawnSync(program, ["bake", "--mesh", ...words.split(" "), "-o", path]);
    const [, vertices, triangles, chunks] =
      /(\d+) vertices, (\d+) triangles, (\d+) chunk/.exec(stderr)?.map(Number) ?? [];
    if (status != 0 || !triangles) {
      fail(`meshes: ${words}: ${stderr}`);
      continue;
    }
    const bytes = readFileSync(path);
    files.push({ words, bytes, triangles, chunks });
    const { issues } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 20 });
    // Besides hints, ignore the message that the validator does not support MSFT_lod.
    const bad = issues.messages.filter(({ severity, code }) => severity < 2 ||
      !["UNSUPPORTED_EXTENSION", "UNUSED_OBJECT"].includes(code));
    if (issues.numErrors || issues.numWarnings || bad.length)
      fail(`meshes: ${words}: ${JSON.stringify(bad, null, 1)}`);

    const { buffer, byteOffset, byteLength } = bytes;
    const { scene } = await new GLTFLoader().parseAsync(buffer.slice(byteOffset, byteOffset + byteLength), "");
    const found = { vertices: 0, triangles: 0, chunks: 0 };
    scene.traverse((node) => {
      if (!(node instanceof Mesh)) return;
      ++found.chunks;
      found.vertices += node.geometry.attributes.position.count;
      found.triangles += node.geometry.index.count / 3;
    });
    const expected = { vertices, triangles, chunks };
    if (JSON.stringify(found) != JSON.stringify(expected))
      fail(`meshes: ${words}: three.js has ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    const { min, max } = new Box3().setFromObject(scene, true);
    for (const [axis, [low, high]] of Object.entries(box)) {
      if (Math.abs(min[axis] - low) > 1e-5 || Math.abs(max[axis] - high) > 1e-5)
        fail(`meshes: ${words}: ${axis} from ${min[axis]} to ${max[axis]}, expected ${low} to ${high}`);
    }
  }

  // Only a few in Godot.
  const some = files.slice(0, 5);
  const { text, outputs } = await play({
    ...projectOf("Node", `extends Node

func _ready() -> void:
	for number in ${some.length}:
		var state := GLTFState.new()
		var document := GLTFDocument.new()
		var bytes := FileAccess.get_file_as_bytes("res://%d.mesh" % number)
		if document.append_from_buffer(bytes, "", state) != OK:
			print("ERROR: cannot read ", number)
		var chunks := 0
		var triangles := 0
		var scene := document.generate_scene(state)
		add_child(scene)
		for node in scene.find_children("*", "MeshInstance3D", true, false):
			chunks += 1
			triangles += node.mesh.surface_get_array_index_len(0) / 3
		print("output ", number, " ", Marshalls.utf8_to_base64("%d %d" % [chunks, triangles]))
	await get_tree().process_frame
	get_tree().quit()
`),
    ...Object.fromEntries(some.map(({ bytes }, i) => [`${i}.mesh`, bytes])),
  });
  some.forEach(({ words, chunks, triangles }, i) => {
    if (`${outputs[i]}` != `${chunks} ${triangles}`)
      fail(`meshes: ${words}: Godot 4 has ${outputs[i]} chunks and triangles, expected ${chunks} ${triangles}\n${text}`);
  });
} finally {
  rmSync(folder, { recursive: true });
}
