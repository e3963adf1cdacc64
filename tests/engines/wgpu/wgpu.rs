//! A stand-in for the parts of wgpu 29 that examples/wgpu uses, by its documentation. It draws nothing: it prints each
//! call as a line of JSON, [method, this, result, arguments], which ../wgpu.mjs repeats in a browser's WebGPU.
use std::cell::Cell;
use std::fmt::Debug;
use std::future::{ready, Future};
use std::num::NonZeroU32;
use std::ops::{BitOr, Range, RangeFull};

pub trait Json {
    fn json(&self) -> String;
}

thread_local!(static HANDLES: Cell<u32> = Cell::new(0));
fn call(method: &str, this: u32, arguments: &[&dyn Json]) -> u32 {
    let result = HANDLES.with(|handles| handles.replace(handles.get() + 1)) + 1;
    let arguments: Vec<_> = arguments.iter().map(|one| one.json()).collect();
    println!("[\"{}\",{},{},[{}]]", method, this, result, arguments.join(","));
    result
}

macro_rules! plain { ($($type:ty)*) => { $(impl Json for $type { fn json(&self) -> String { self.to_string() } })* } }
plain!(bool u32 u64 f32 f64 NonZeroU32);
impl Json for str {
    fn json(&self) -> String {
        format!("\"{}\"", self.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
    }
}
impl Json for () {
    fn json(&self) -> String { "null".to_string() }
}
impl<T: Json + ?Sized> Json for &T {
    fn json(&self) -> String { (**self).json() }
}
impl<T: Json> Json for Option<T> {
    fn json(&self) -> String { self.as_ref().map_or("null".to_string(), Json::json) }
}
impl<T: Json> Json for [T] {
    fn json(&self) -> String { format!("[{}]", self.iter().map(Json::json).collect::<Vec<_>>().join(",")) }
}
impl<T: Json> Json for Vec<T> {
    fn json(&self) -> String { self[..].json() }
}
impl Json for Range<u32> {
    fn json(&self) -> String { format!("[{},{}]", self.start, self.end) }
}
impl Json for [u8] {
    fn json(&self) -> String {
        format!("{{\"bytes\":\"{}\"}}", self.iter().map(|byte| format!("{:02x}", byte)).collect::<String>())
    }
}

macro_rules! structs { ($(struct $name:ident $(<$l:lifetime>)? { $($field:ident: $type:ty),* $(,)? })*) => { $(
    #[derive(Debug, Clone)]
    pub struct $name $(<$l>)? { $(pub $field: $type),* }
    impl $(<$l>)? Json for $name $(<$l>)? {
        fn json(&self) -> String {
            let fields: &[String] = &[$(format!("\"{}\":{}", stringify!($field), self.$field.json())),*];
            format!("{{{}}}", fields.join(","))
        }
    }
)* } }
// The first is the default.
macro_rules! enums { ($(enum $name:ident { $first:ident $($other:ident)* })*) => { $(
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum $name { $first, $($other),* }
    impl Default for $name { fn default() -> Self { $name::$first } }
    impl Json for $name { fn json(&self) -> String { format!("{{\"enum\":\"{:?}\"}}", self) } }
)* } }
macro_rules! flags { ($(struct $name:ident { $($flag:ident = $bit:expr),* })*) => { $(
    #[derive(Debug, Clone, Copy)]
    pub struct $name(u32);
    impl $name { $(pub const $flag: $name = $name(1 << $bit);)* }
    impl BitOr for $name { type Output = Self; fn bitor(self, other: Self) -> Self { $name(self.0 | other.0) } }
    impl Json for $name { fn json(&self) -> String { self.0.to_string() } }
)* } }
macro_rules! handles { ($($name:ident)*) => { $(
    #[derive(Debug, Clone)]
    pub struct $name(u32);
    impl Json for $name { fn json(&self) -> String { format!("{{\"handle\":{}}}", self.0) } }
)* } }

pub type Label<'a> = Option<&'a str>;
pub type BufferAddress = u64;
pub type DynamicOffset = u32;
pub type SurfaceConfiguration = SurfaceConfigurationBase;

handles!(Instance Adapter Device Queue Buffer BindGroup BindGroupLayout CommandBuffer CommandEncoder PipelineCache
    PipelineLayout QuerySet RenderPipeline ShaderModule Texture TextureView);
enums! {
    enum CompareFunction { Never Less }
    enum CompositeAlphaMode { Auto }
    enum Face { Front Back }
    enum FrontFace { Ccw Cw }
    enum PolygonMode { Fill }
    enum PowerPreference { None }
    enum PresentMode { Fifo AutoVsync }
    enum PrimitiveTopology { TriangleList TriangleStrip }
    enum StoreOp { Store Discard }
    enum TextureAspect { All }
    enum TextureDimension { D1 D2 }
    enum TextureFormat { Rgba8Unorm Rgba8UnormSrgb Depth32Float }
    enum VertexFormat { Float32x2 Float32x3 }
    enum VertexStepMode { Vertex Instance }
}
flags! {
    struct BufferUsages { COPY_DST = 3, VERTEX = 5, UNIFORM = 6 }
    struct TextureUsages { RENDER_ATTACHMENT = 4 }
}
structs! {
    struct BindGroupDescriptor<'a> { label: Label<'a>, layout: &'a BindGroupLayout, entries: &'a [BindGroupEntry<'a>] }
    struct BindGroupEntry<'a> { binding: u32, resource: BindingResource<'a> }
    struct BufferBinding<'a> { buffer: &'a Buffer }
    struct Color { r: f64, g: f64, b: f64, a: f64 }
    struct ColorTargetState { format: TextureFormat }
    struct DepthStencilState {
        format: TextureFormat, depth_write_enabled: Option<bool>, depth_compare: Option<CompareFunction>,
        stencil: StencilState, bias: DepthBiasState,
    }
    struct Extent3d { width: u32, height: u32, depth_or_array_layers: u32 }
    struct FragmentState<'a> {
        module: &'a ShaderModule, entry_point: Option<&'a str>, compilation_options: PipelineCompilationOptions,
        targets: &'a [Option<ColorTargetState>],
    }
    struct MultisampleState { count: u32, alpha_to_coverage_enabled: bool }
    struct PrimitiveState {
        topology: PrimitiveTopology, front_face: FrontFace, cull_mode: Option<Face>, unclipped_depth: bool,
        polygon_mode: PolygonMode, conservative: bool,
    }
    struct RenderPassColorAttachment<'a> {
        view: &'a TextureView, depth_slice: Option<u32>, resolve_target: Option<&'a TextureView>,
        ops: Operations<Color>,
    }
    struct RenderPassDepthStencilAttachment<'a> {
        view: &'a TextureView, depth_ops: Option<Operations<f32>>, stencil_ops: Option<Operations<u32>>,
    }
    struct RenderPassDescriptor<'a> {
        label: Label<'a>, color_attachments: &'a [Option<RenderPassColorAttachment<'a>>],
        depth_stencil_attachment: Option<RenderPassDepthStencilAttachment<'a>>, timestamp_writes: Option<()>,
        occlusion_query_set: Option<&'a QuerySet>, multiview_mask: Option<NonZeroU32>,
    }
    struct RenderPipelineDescriptor<'a> {
        label: Label<'a>, layout: Option<&'a PipelineLayout>, vertex: VertexState<'a>, primitive: PrimitiveState,
        depth_stencil: Option<DepthStencilState>, multisample: MultisampleState, fragment: Option<FragmentState<'a>>,
        multiview_mask: Option<NonZeroU32>, cache: Option<&'a PipelineCache>,
    }
    struct ShaderModuleDescriptor<'a> { label: Label<'a>, source: ShaderSource<'a> }
    struct SurfaceConfigurationBase {
        usage: TextureUsages, format: TextureFormat, width: u32, height: u32, present_mode: PresentMode,
        desired_maximum_frame_latency: u32, alpha_mode: CompositeAlphaMode, view_formats: Vec<TextureFormat>,
    }
    struct TextureDescriptor<'a> {
        label: Label<'a>, size: Extent3d, mip_level_count: u32, sample_count: u32, dimension: TextureDimension,
        format: TextureFormat, usage: TextureUsages, view_formats: &'a [TextureFormat],
    }
    struct VertexAttribute { format: VertexFormat, offset: BufferAddress, shader_location: u32 }
    struct VertexBufferLayout<'a> {
        array_stride: BufferAddress, step_mode: VertexStepMode, attributes: &'a [VertexAttribute],
    }
    struct VertexState<'a> {
        module: &'a ShaderModule, entry_point: Option<&'a str>, compilation_options: PipelineCompilationOptions,
        buffers: &'a [VertexBufferLayout<'a>],
    }
}
#[derive(Debug, Clone)]
pub enum BindingResource<'a> {
    Buffer(BufferBinding<'a>),
}
#[derive(Debug, Clone)]
pub enum LoadOp<V> {
    Clear(V),
    Load,
}
#[derive(Debug, Clone)]
pub struct Operations<V> {
    pub load: LoadOp<V>,
    pub store: StoreOp,
}
#[derive(Debug, Clone)]
pub enum ShaderSource<'a> {
    Wgsl(std::borrow::Cow<'a, str>),
}
#[derive(Debug, Default)]
pub struct RequestAdapterOptions<'a, 'b> {
    pub power_preference: PowerPreference,
    pub force_fallback_adapter: bool,
    pub compatible_surface: Option<&'a Surface<'b>>,
}
#[derive(Debug, Clone, Default)]
pub struct TextureViewDescriptor<'a> {
    pub label: Label<'a>,
    pub format: Option<TextureFormat>,
    pub aspect: TextureAspect,
}
macro_rules! defaults { ($($name:ident)*) => { $(
    #[derive(Debug, Clone, Default)]
    pub struct $name { _private: () }
    impl Json for $name { fn json(&self) -> String { "{}".to_string() } }
)* } }
defaults!(CommandEncoderDescriptor DepthBiasState DeviceDescriptor PipelineCompilationOptions StencilState);

impl Json for BindingResource<'_> {
    fn json(&self) -> String {
        let BindingResource::Buffer(binding) = self;
        binding.json()
    }
}
impl<V: Json> Json for Operations<V> {
    fn json(&self) -> String {
        let (load, clear) = match &self.load {
            LoadOp::Clear(value) => ("clear", value.json()),
            LoadOp::Load => ("load", ().json()),
        };
        format!("{{\"load\":\"{}\",\"clear\":{},\"store\":{}}}", load, clear, self.store.json())
    }
}
impl Json for ShaderSource<'_> {
    fn json(&self) -> String {
        let ShaderSource::Wgsl(text) = self;
        text.json()
    }
}
impl Json for TextureViewDescriptor<'_> {
    fn json(&self) -> String { format!("{{\"format\":{}}}", self.format.json()) }
}
impl Default for MultisampleState {
    fn default() -> Self { MultisampleState { count: 1, alpha_to_coverage_enabled: false } }
}
impl Default for PrimitiveState {
    fn default() -> Self {
        PrimitiveState {
            topology: Default::default(), front_face: Default::default(), cull_mode: None, unclipped_depth: false,
            polygon_mode: Default::default(), conservative: false,
        }
    }
}
impl Default for RenderPassDescriptor<'_> {
    fn default() -> Self {
        RenderPassDescriptor {
            label: None, color_attachments: &[], depth_stencil_attachment: None, timestamp_writes: None,
            occlusion_query_set: None, multiview_mask: None,
        }
    }
}
impl From<TextureFormat> for ColorTargetState {
    fn from(format: TextureFormat) -> Self { ColorTargetState { format } }
}
impl TextureFormat {
    pub fn add_srgb_suffix(&self) -> TextureFormat {
        if let TextureFormat::Rgba8Unorm = self { TextureFormat::Rgba8UnormSrgb } else { *self }
    }
}

// In place of raw_window_handle's traits.
pub trait HasDisplayHandle {}
pub trait HasWindowHandle {}
impl<T: HasDisplayHandle> HasDisplayHandle for std::sync::Arc<T> {}
impl<T: HasWindowHandle> HasWindowHandle for std::sync::Arc<T> {}

pub trait WgpuHasDisplayHandle: HasDisplayHandle + Debug + Send + Sync + 'static {}
impl<T: HasDisplayHandle + Debug + Send + Sync + 'static> WgpuHasDisplayHandle for T {}
pub struct InstanceDescriptor {
    pub display: Option<Box<dyn WgpuHasDisplayHandle>>,
}
impl InstanceDescriptor {
    pub fn new_with_display_handle(display: Box<dyn WgpuHasDisplayHandle>) -> Self {
        InstanceDescriptor { display: Some(display) }
    }
}
pub struct SurfaceTarget<'window>(Box<dyn HasWindowHandle + 'window>);
impl<'a, T: HasWindowHandle + HasDisplayHandle + Send + Sync + 'a> From<T> for SurfaceTarget<'a> {
    fn from(window: T) -> Self { SurfaceTarget(Box::new(window)) }
}
#[derive(Debug)]
pub struct CreateSurfaceError;
#[derive(Debug)]
pub struct RequestAdapterError;
#[derive(Debug)]
pub struct RequestDeviceError;

impl Instance {
    pub fn new(_: InstanceDescriptor) -> Self { Instance(0) }
    pub fn create_surface<'window>(
        &self,
        target: impl Into<SurfaceTarget<'window>>,
    ) -> Result<Surface<'window>, CreateSurfaceError> {
        Ok(Surface { handle: call("create_surface", 0, &[]), _target: target.into() })
    }
    pub fn request_adapter(
        &self,
        _: &RequestAdapterOptions<'_, '_>,
    ) -> impl Future<Output = Result<Adapter, RequestAdapterError>> {
        ready(Ok(Adapter(0)))
    }
}
impl Adapter {
    pub fn request_device(
        &self,
        _: &DeviceDescriptor,
    ) -> impl Future<Output = Result<(Device, Queue), RequestDeviceError>> {
        ready(Ok((Device(call("request_device", 0, &[])), Queue(call("get_queue", 0, &[])))))
    }
}
impl Device {
    pub fn create_shader_module(&self, desc: ShaderModuleDescriptor<'_>) -> ShaderModule {
        ShaderModule(call("create_shader_module", self.0, &[&desc]))
    }
    pub fn create_render_pipeline(&self, desc: &RenderPipelineDescriptor<'_>) -> RenderPipeline {
        RenderPipeline(call("create_render_pipeline", self.0, &[desc]))
    }
    pub fn create_bind_group(&self, desc: &BindGroupDescriptor<'_>) -> BindGroup {
        BindGroup(call("create_bind_group", self.0, &[desc]))
    }
    pub fn create_texture(&self, desc: &TextureDescriptor<'_>) -> Texture {
        Texture(call("create_texture", self.0, &[desc]))
    }
    pub fn create_command_encoder(&self, desc: &CommandEncoderDescriptor) -> CommandEncoder {
        CommandEncoder(call("create_command_encoder", self.0, &[desc]))
    }
}
pub mod util {
    use super::*;
    pub struct BufferInitDescriptor<'a> {
        pub label: Label<'a>,
        pub contents: &'a [u8],
        pub usage: BufferUsages,
    }
    pub trait DeviceExt {
        fn create_buffer_init(&self, desc: &BufferInitDescriptor<'_>) -> Buffer;
    }
    impl DeviceExt for Device {
        fn create_buffer_init(&self, desc: &BufferInitDescriptor<'_>) -> Buffer {
            Buffer(call("create_buffer_init", self.0, &[&desc.contents, &desc.usage]))
        }
    }
}
pub struct BufferSlice<'a>(&'a Buffer);
impl Buffer {
    pub fn as_entire_binding(&self) -> BindingResource<'_> { BindingResource::Buffer(BufferBinding { buffer: self }) }
    pub fn slice(&self, _: RangeFull) -> BufferSlice<'_> { BufferSlice(self) }
}
impl RenderPipeline {
    pub fn get_bind_group_layout(&self, index: u32) -> BindGroupLayout {
        BindGroupLayout(call("get_bind_group_layout", self.0, &[&index]))
    }
}
impl Texture {
    pub fn create_view(&self, desc: &TextureViewDescriptor<'_>) -> TextureView {
        TextureView(call("create_view", self.0, &[desc]))
    }
}
pub struct SubmissionIndex;
impl Queue {
    pub fn write_buffer(&self, buffer: &Buffer, offset: BufferAddress, data: &[u8]) {
        call("write_buffer", self.0, &[buffer, &offset, &data]);
    }
    pub fn submit<I: IntoIterator<Item = CommandBuffer>>(&self, buffers: I) -> SubmissionIndex {
        call("submit", self.0, &[&buffers.into_iter().collect::<Vec<_>>()]);
        SubmissionIndex
    }
}

pub struct Surface<'window> {
    handle: u32,
    _target: SurfaceTarget<'window>,
}
impl Debug for Surface<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.handle) }
}
pub struct SurfaceTexture {
    pub texture: Texture,
}
pub enum CurrentSurfaceTexture {
    Success(SurfaceTexture),
    Suboptimal(SurfaceTexture),
    Timeout,
    Occluded,
    Outdated,
    Lost,
    Validation,
}
impl Surface<'_> {
    pub fn get_default_config(&self, _: &Adapter, width: u32, height: u32) -> Option<SurfaceConfiguration> {
        Some(SurfaceConfiguration {
            usage: TextureUsages::RENDER_ATTACHMENT, format: TextureFormat::Rgba8Unorm, width, height,
            present_mode: PresentMode::Fifo, desired_maximum_frame_latency: 2, alpha_mode: CompositeAlphaMode::Auto,
            view_formats: vec![],
        })
    }
    pub fn configure(&self, device: &Device, config: &SurfaceConfiguration) {
        call("configure", self.handle, &[device, config]);
    }
    pub fn get_current_texture(&self) -> CurrentSurfaceTexture {
        let texture = Texture(call("get_current_texture", self.handle, &[]));
        CurrentSurfaceTexture::Success(SurfaceTexture { texture })
    }
}
impl SurfaceTexture {
    pub fn present(self) { call("present", self.texture.0, &[]); }
}

pub struct RenderPass<'encoder> {
    handle: u32,
    _encoder: &'encoder mut CommandEncoder,
}
impl CommandEncoder {
    pub fn begin_render_pass<'encoder>(&'encoder mut self, desc: &RenderPassDescriptor<'_>) -> RenderPass<'encoder> {
        RenderPass { handle: call("begin_render_pass", self.0, &[desc]), _encoder: self }
    }
    pub fn finish(self) -> CommandBuffer { CommandBuffer(call("finish", self.0, &[])) }
}
impl RenderPass<'_> {
    pub fn set_pipeline(&mut self, pipeline: &RenderPipeline) { call("set_pipeline", self.handle, &[pipeline]); }
    pub fn set_bind_group<'a, BG>(&mut self, index: u32, bind_group: BG, _: &[DynamicOffset])
    where
        Option<&'a BindGroup>: From<BG>,
    {
        call("set_bind_group", self.handle, &[&index, &Option::<&BindGroup>::from(bind_group)]);
    }
    pub fn set_vertex_buffer(&mut self, slot: u32, slice: BufferSlice<'_>) {
        call("set_vertex_buffer", self.handle, &[&slot, slice.0]);
    }
    pub fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        call("draw", self.handle, &[&vertices, &instances]);
    }
}
impl Drop for RenderPass<'_> {
    fn drop(&mut self) { call("end", self.handle, &[]); }
}
