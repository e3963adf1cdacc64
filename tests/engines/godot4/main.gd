# Draws each job's shader into a picture and prints its bytes; the four bytes of a pixel are one word. A job is
# [NAME, WIDTH, HEIGHT], with the shader NAME.gdshader and the texture NAME.rows, 64 bytes wide and HEIGHT high.
extends Node

func _ready() -> void:
	for job in JSON.parse_string(FileAccess.get_file_as_string("res://jobs.json")):
		print("job ", job[0])
		var bits: PackedByteArray = await draw("res://" + job[0], Vector2i(job[1], job[2]))
		print("output ", job[0], " ", Marshalls.raw_to_base64(bits))
	get_tree().quit()

func draw(path: String, size: Vector2i) -> PackedByteArray:
	var bytes := FileAccess.get_file_as_bytes(path + ".rows")
	var rows := Image.create_from_data(64, size.y, false, Image.FORMAT_R8, bytes)
	var material := ShaderMaterial.new()
	material.shader = load(path + ".gdshader")
	material.set_shader_parameter("golden_rows", ImageTexture.create_from_image(rows))

	var viewport := SubViewport.new()
	viewport.transparent_bg = true
	viewport.size = size
	viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	var rectangle := ColorRect.new()
	rectangle.size = size
	rectangle.material = material
	viewport.add_child(rectangle)
	add_child(viewport)
	for frame in 2:
		await RenderingServer.frame_post_draw
	var image := viewport.get_texture().get_image()
	viewport.queue_free()
	image.convert(Image.FORMAT_RGBA8)
	return image.get_data()
