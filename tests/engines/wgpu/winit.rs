//! A stand-in for the parts of winit 0.30 that examples/wgpu uses: a window of 480 x 300 that draws some frames, for
//! most of them with a key held down, and closes.
extern crate wgpu;

pub mod application {
    use crate::{event::WindowEvent, event_loop::ActiveEventLoop, window::WindowId};
    pub trait ApplicationHandler<T: 'static = ()> {
        fn resumed(&mut self, event_loop: &ActiveEventLoop);
        fn window_event(&mut self, event_loop: &ActiveEventLoop, window_id: WindowId, event: WindowEvent);
    }
}

pub mod dpi {
    #[derive(Debug, Clone, Copy)]
    pub struct PhysicalSize<P> {
        pub width: P,
        pub height: P,
    }
}

pub mod event {
    use crate::{dpi::PhysicalSize, keyboard::PhysicalKey};
    #[derive(Debug)]
    pub struct DeviceId;
    #[derive(Debug)]
    pub enum ElementState {
        Pressed,
        Released,
    }
    #[derive(Debug)]
    pub struct KeyEvent {
        pub physical_key: PhysicalKey,
        pub state: ElementState,
        pub repeat: bool,
    }
    #[derive(Debug)]
    pub enum WindowEvent {
        Resized(PhysicalSize<u32>),
        CloseRequested,
        Focused(bool),
        KeyboardInput { device_id: DeviceId, event: KeyEvent, is_synthetic: bool },
        RedrawRequested,
    }
}

pub mod keyboard {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum KeyCode {
        ArrowDown,
        ArrowLeft,
        ArrowRight,
        ArrowUp,
        KeyA,
        KeyD,
        KeyS,
        KeyW,
    }
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum NativeKeyCode {
        Unidentified,
    }
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PhysicalKey {
        Code(KeyCode),
        Unidentified(NativeKeyCode),
    }
}

pub mod window {
    use crate::dpi::PhysicalSize;
    pub struct WindowId;
    pub struct WindowAttributes;
    impl WindowAttributes {
        pub fn with_title<T: Into<String>>(self, _: T) -> Self { self }
    }
    pub struct Window;
    impl Window {
        pub fn default_attributes() -> WindowAttributes { WindowAttributes }
        pub fn inner_size(&self) -> PhysicalSize<u32> { PhysicalSize { width: 480, height: 300 } }
        pub fn request_redraw(&self) {}
    }
    impl wgpu::HasDisplayHandle for Window {}
    impl wgpu::HasWindowHandle for Window {}
}

pub mod event_loop {
    use crate::application::ApplicationHandler;
    use crate::event::{DeviceId, ElementState, KeyEvent, WindowEvent};
    use crate::keyboard::{KeyCode, PhysicalKey};
    use crate::window::{Window, WindowAttributes, WindowId};
    use std::cell::Cell;

    #[derive(Debug)]
    pub struct OwnedDisplayHandle;
    impl wgpu::HasDisplayHandle for OwnedDisplayHandle {}
    #[derive(Debug)]
    pub struct EventLoopError;
    #[derive(Debug)]
    pub struct OsError;

    pub struct ActiveEventLoop(Cell<bool>);
    impl ActiveEventLoop {
        pub fn create_window(&self, _: WindowAttributes) -> Result<Window, OsError> { Ok(Window) }
        pub fn owned_display_handle(&self) -> OwnedDisplayHandle { OwnedDisplayHandle }
        pub fn exit(&self) { self.0.set(true); }
    }
    pub struct EventLoop<T: 'static>(std::marker::PhantomData<T>);
    impl EventLoop<()> {
        pub fn new() -> Result<EventLoop<()>, EventLoopError> { Ok(EventLoop(Default::default())) }
    }
    impl<T> EventLoop<T> {
        pub fn run_app<A: ApplicationHandler<T>>(self, app: &mut A) -> Result<(), EventLoopError> {
            let active = ActiveEventLoop(Cell::new(false));
            let key = |state| WindowEvent::KeyboardInput {
                device_id: DeviceId,
                event: KeyEvent { physical_key: PhysicalKey::Code(KeyCode::ArrowUp), state, repeat: false },
                is_synthetic: false,
            };
            app.resumed(&active);
            app.window_event(&active, WindowId, WindowEvent::Resized(Window.inner_size()));
            for frame in 0..20 {
                match frame {
                    5 => app.window_event(&active, WindowId, key(ElementState::Pressed)),
                    19 => app.window_event(&active, WindowId, key(ElementState::Released)),
                    _ => {}
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
                app.window_event(&active, WindowId, WindowEvent::RedrawRequested);
            }
            app.window_event(&active, WindowId, WindowEvent::CloseRequested);
            if active.0.get() { Ok(()) } else { Err(EventLoopError) }
        }
    }
}
