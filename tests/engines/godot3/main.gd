# Draws each job's shader into a picture and writes its bytes; the four bytes of a pixel are one word. A job is
# [NAME, WIDTH, HEIGHT], with the shader NAME.shader and the texture NAME.rows, 64 bytes wide and HEIGHT high.
extends Node

func _ready():
	var folder = OS.get_environment("ISONOISE_JOBS") + "/"
	var file = File.new()
	file.open(folder + "jobs.json", File.READ)
	var jobs = parse_json(file.get_as_text())
	file.close()
	for job in jobs:
		printerr("job ", job[0]) # to standard error, so that errors follow their job's line
		var bits = yield(draw(folder + job[0], job[1], job[2]), "completed")
		file.open(folder + job[0] + ".bits", File.WRITE)
		file.store_buffer(bits)
		file.close()
	get_tree().quit()

func draw(path, width, height):
	var file = File.new()
	file.open(path + ".rows", File.READ)
	var image = Image.new()
	image.create_from_data(64, height, false, Image.FORMAT_R8, file.get_buffer(file.get_len()))
	file.close()
	var rows = ImageTexture.new()
	rows.create_from_image(image, 0) # no filter

	var material = ShaderMaterial.new()
	material.shader = Shader.new()
	file.open(path + ".shader", File.READ)
	material.shader.code = file.get_as_text()
	file.close()
	material.set_shader_param("rows", rows)

	var viewport = Viewport.new()
	viewport.transparent_bg = true # must come first, or alpha has two bits
	viewport.usage = Viewport.USAGE_2D
	viewport.hdr = false
	viewport.size = Vector2(width, height)
	viewport.render_target_update_mode = Viewport.UPDATE_ALWAYS
	var rectangle = ColorRect.new()
	rectangle.rect_size = viewport.size
	rectangle.material = material
	viewport.add_child(rectangle)
	add_child(viewport)
	for frame in range(2):
		yield(VisualServer, "frame_post_draw")
	image = viewport.get_texture().get_data()
	viewport.queue_free()
	image.convert(Image.FORMAT_RGBA8)
	return image.get_data()
