//! A walk on hills that a shader makes. Where huts, trees and your feet are Rust works out, with the same bits.
//! It walks by itself until you press a key; arrow keys or WASD walk and turn. To start it: `cargo run --release`.
//!
//! hill.wgsl and hill.rs are printed from one preset:
//!   isonoise snippet --lang wgsl --bake hill.json > src/hill.wgsl
//!   isonoise snippet --lang rust --bake hill.json > src/hill.rs

#[allow(dead_code)]
mod hill;
mod scene;

use std::{collections::HashSet, sync::Arc, time::Instant};
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Window, WindowId};

const SHADER: &str = concat!(include_str!("hill.wgsl"), include_str!("ground.wgsl"));
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const SAMPLES: u32 = 4;
const SKY: wgpu::Color = wgpu::Color { r: 0.48, g: 0.58, b: 0.68, a: 1.0 }; // and the fog of ground.wgsl

struct Gpu {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    device: wgpu::Device,
    queue: wgpu::Queue,
    view: wgpu::Buffer,
    ground: (wgpu::RenderPipeline, wgpu::BindGroup),
    things: (wgpu::RenderPipeline, wgpu::BindGroup),
    vertices: wgpu::Buffer,
    count: u32,
    picture: wgpu::TextureView,
    depth: wgpu::TextureView,
}

impl Gpu {
    async fn new(event_loop: &ActiveEventLoop, vertices: &[scene::Vertex]) -> Gpu {
        let window = event_loop.create_window(Window::default_attributes().with_title("isonoise: a walk")).unwrap();
        let window = Arc::new(window);
        let display = Box::new(event_loop.owned_display_handle());
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle(display));
        let surface = instance.create_surface(window.clone()).unwrap();
        let options = wgpu::RequestAdapterOptions { compatible_surface: Some(&surface), ..Default::default() };
        let adapter = instance.request_adapter(&options).await.unwrap();
        let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await.unwrap();

        let size = window.inner_size();
        let mut config = surface.get_default_config(&adapter, size.width.max(1), size.height.max(1)).unwrap();
        config.present_mode = wgpu::PresentMode::AutoVsync;
        let format = config.format.add_srgb_suffix();
        config.view_formats = vec![format];
        surface.configure(&device, &config);

        let buffer = |contents: &[u8], usage| {
            device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage })
        };
        let view = buffer(&[0; 96], wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let source = wgpu::ShaderSource::Wgsl(SHADER.into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let layout = wgpu::VertexBufferLayout {
            array_stride: std::mem::size_of::<scene::Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &[0, 1].map(|i: u32| wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x3,
                offset: 12 * i as u64,
                shader_location: i,
            }),
        };
        let drawing = |vertex: &str, fragment: &str, topology, buffers: &[wgpu::VertexBufferLayout]| {
            let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: None,
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(vertex),
                    compilation_options: Default::default(),
                    buffers,
                },
                primitive: wgpu::PrimitiveState { topology, ..Default::default() },
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(wgpu::CompareFunction::Less),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: wgpu::MultisampleState { count: SAMPLES, ..Default::default() },
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: Default::default(),
                    targets: &[Some(format.into())],
                }),
                multiview_mask: None,
                cache: None,
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: view.as_entire_binding() }],
            });
            (pipeline, group)
        };
        Gpu {
            ground: drawing("ground", "ground_colour", wgpu::PrimitiveTopology::TriangleStrip, &[]),
            things: drawing("things", "things_colour", wgpu::PrimitiveTopology::TriangleList, &[layout]),
            vertices: buffer(bytemuck::cast_slice(vertices), wgpu::BufferUsages::VERTEX),
            count: vertices.len() as u32,
            picture: target(&device, &config, format),
            depth: target(&device, &config, DEPTH),
            window,
            surface,
            config,
            device,
            queue,
            view,
        }
    }

    fn resize(&mut self) {
        let size = self.window.inner_size();
        self.config.width = size.width.max(1);
        self.config.height = size.height.max(1);
        self.surface.configure(&self.device, &self.config);
        self.picture = target(&self.device, &self.config, self.config.format.add_srgb_suffix());
        self.depth = target(&self.device, &self.config, DEPTH);
    }

    fn draw(&mut self, walker: &scene::Walker) {
        use wgpu::CurrentSurfaceTexture::*;
        let frame = match self.surface.get_current_texture() {
            Success(frame) | Suboptimal(frame) => frame,
            Timeout | Occluded => return,
            _ => return self.resize(),
        };
        let view = walker.view(self.config.width as f32 / self.config.height as f32);
        self.queue.write_buffer(&self.view, 0, bytemuck::cast_slice(&view));
        let window = frame.texture.create_view(&wgpu::TextureViewDescriptor {
            format: Some(self.config.format.add_srgb_suffix()),
            ..Default::default()
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.picture,
                    depth_slice: None,
                    resolve_target: Some(&window),
                    ops: wgpu::Operations { load: wgpu::LoadOp::Clear(SKY), store: wgpu::StoreOp::Discard },
                })],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &self.depth,
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Clear(1.0),
                        store: wgpu::StoreOp::Discard,
                    }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            pass.set_pipeline(&self.ground.0);
            pass.set_bind_group(0, &self.ground.1, &[]);
            pass.draw(0..2 * (scene::SIDE + 1), 0..scene::SIDE);
            pass.set_pipeline(&self.things.0);
            pass.set_bind_group(0, &self.things.1, &[]);
            pass.set_vertex_buffer(0, self.vertices.slice(..));
            pass.draw(0..self.count, 0..1);
        }
        self.queue.submit([encoder.finish()]);
        frame.present();
    }
}

/// A texture of the window's size to draw into.
fn target(
    device: &wgpu::Device,
    config: &wgpu::SurfaceConfiguration,
    format: wgpu::TextureFormat,
) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: config.width, height: config.height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: SAMPLES,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}

struct App {
    gpu: Option<Gpu>,
    places: Vec<scene::Place>,
    walker: scene::Walker,
    held: HashSet<KeyCode>,
    alone: bool, // no key was pressed yet
    last: Instant,
}

impl App {
    fn walk(&mut self) {
        let seconds = self.last.elapsed().as_secs_f32().min(0.1);
        self.last = Instant::now();
        let one = |keys: [KeyCode; 2]| if keys.iter().any(|key| self.held.contains(key)) { 1.0 } else { 0.0 };
        let ahead = one([KeyCode::ArrowUp, KeyCode::KeyW]) - one([KeyCode::ArrowDown, KeyCode::KeyS]);
        let left = one([KeyCode::ArrowLeft, KeyCode::KeyA]) - one([KeyCode::ArrowRight, KeyCode::KeyD]);
        self.walker.go(if self.alone { 0.25 } else { ahead }, left, seconds);
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.gpu.is_none() {
            self.gpu = Some(pollster::block_on(Gpu::new(event_loop, &scene::triangles(&self.places))));
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::KeyboardInput { event, .. } => {
                if let PhysicalKey::Code(key) = event.physical_key {
                    self.alone = false;
                    match event.state {
                        ElementState::Pressed => self.held.insert(key),
                        ElementState::Released => self.held.remove(&key),
                    };
                }
            }
            WindowEvent::Resized(_) => {
                if let Some(gpu) = &mut self.gpu {
                    gpu.resize();
                }
            }
            WindowEvent::RedrawRequested => {
                self.walk();
                if let Some(gpu) = &mut self.gpu {
                    gpu.draw(&self.walker);
                    gpu.window.request_redraw();
                }
            }
            _ => {}
        }
    }
}

fn main() {
    let places = scene::places();
    let walker = scene::Walker::new(&places);
    let mut app = App { gpu: None, places, walker, held: HashSet::new(), alone: true, last: Instant::now() };
    EventLoop::new().unwrap().run_app(&mut app).unwrap();
}
