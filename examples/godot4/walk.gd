# A walk on hills that a shader makes. Where trees, huts and your feet stand GDScript works out, with the same bits.
# Arrow keys or WASD walk and turn.
#
# hill.gdshaderinc and hill.gd are printed from one preset:
#   isonoise snippet --lang godot4 --bake hill.json > hill.gdshaderinc
#   isonoise snippet --lang gdscript --bake hill.json > hill.gd
extends Node3D

const Hill = preload("res://hill.gd")
const EYES = 1.7  # metres above the ground

@onready var ground: MeshInstance3D = $Ground
@onready var camera: Camera3D = $Camera
@onready var relief: float = ground.mesh.material.get_shader_parameter("height")

var place := Vector2.INF
var heading := 0.0

func height(x: float, z: float) -> float:
	return relief * Hill.isonoise(x, z)

# Uphill; how many metres the ground rises per metre.
func slope(x: float, z: float) -> Vector2:
	var g := PackedFloat32Array([0, 0])
	Hill.isonoise_gradient(x, z, g)
	return relief * Vector2(g[0], g[1])

func _ready() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 5
	var trees: Array[Transform3D] = []
	var huts: Array[Vector2] = []
	for i in 2600:
		# On the grid's points: between them the ground is flat, and the noise is not.
		var x := random.randi_range(-150, 150)
		var z := random.randi_range(-150, 150)
		var y := height(x, z)
		var steep := slope(x, z).length()
		var near := huts.any(func(at: Vector2) -> bool: return at.distance_to(Vector2(x, z)) < 22)
		if huts.size() < 12 and steep < 0.15 and not near:
			add_child(hut(Vector3(x, y, z), random.randf() * TAU))
			huts.append(Vector2(x, z))
		elif steep < 0.5 and y < 6 and not near:
			var size := random.randf_range(0.7, 1.5)
			var turned := Basis(Vector3.UP, random.randf() * TAU).scaled(Vector3.ONE * size)
			trees.append(Transform3D(turned, Vector3(x, y, z)))
	add_child(forest(trees))
	# As high as a hut, which stands a little to the left.
	var level := slope(huts[0].x, huts[0].y).orthogonal().normalized()
	place = huts[0] + 20 * level
	heading = -(-level).angle() - PI / 2 - 0.25

func _process(delta: float) -> void:
	heading += Input.get_axis("ui_right", "ui_left") * delta
	var ahead := Vector2.from_angle(-heading - PI / 2)
	place += ahead * Input.get_axis("ui_down", "ui_up") * 6 * delta
	place = place.clamp(Vector2(-150, -150), Vector2(150, 150))
	camera.position = Vector3(place.x, height(place.x, place.y) + EYES, place.y)
	camera.rotation = Vector3(-0.06, heading, 0)

func painted(mesh: PrimitiveMesh, color: Color) -> PrimitiveMesh:
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 1.0
	material.metallic_specular = 0.0
	mesh.material = material
	return mesh

# Many cones, drawn at once.
func forest(places: Array[Transform3D]) -> MultiMeshInstance3D:
	var cone := CylinderMesh.new()
	cone.top_radius = 0.0
	cone.bottom_radius = 1.1
	cone.height = 6.0
	cone.radial_segments = 9
	cone.rings = 1
	var all := MultiMesh.new()
	all.transform_format = MultiMesh.TRANSFORM_3D
	all.mesh = painted(cone, Color(0.07, 0.14, 0.06))
	all.instance_count = places.size()
	for i in places.size():
		all.set_instance_transform(i, places[i].translated_local(Vector3(0, 2.7, 0)))
	var node := MultiMeshInstance3D.new()
	node.multimesh = all
	return node

# Walls down into the slope, and a roof.
func hut(at: Vector3, turn: float) -> Node3D:
	var walls := BoxMesh.new()
	walls.size = Vector3(5, 5.2, 4)
	var roof := PrismMesh.new()
	roof.size = Vector3(5.8, 2, 4.8)
	var node := Node3D.new()
	for part in [[walls, Color(0.36, 0.27, 0.2), 0.2], [roof, Color(0.42, 0.13, 0.09), 3.8]]:
		var one := MeshInstance3D.new()
		one.mesh = painted(part[0], part[1])
		one.position.y = part[2]
		node.add_child(one)
	node.position = at
	node.rotation.y = turn
	return node
