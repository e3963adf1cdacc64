// What Emscripten's GLFW lacks, for the one window that is the page's canvas. (Emscripten 3.1 wants functions so.)
mergeInto(LibraryManager.library, {
  glfwPostEmptyEvent: function() { Module["_page_wake"](); },

  // Browsers give a text only to an event of pasting, which comes before the next frame: bindings/web/try/page.js keeps
  // it.
  glfwGetClipboardString: function(window) {
    const text = Module["clipboard"];
    if (GLFW.clipboard) _free(GLFW.clipboard);
    const bytes = lengthBytesUTF8(text) + 1;
    GLFW.clipboard = _malloc(bytes);
    stringToUTF8(text, GLFW.clipboard, bytes);
    return GLFW.clipboard;
  },
  glfwSetClipboardString: function(window, text) { Module["copy"](UTF8ToString(text)); },
});
