// Functions that Emscripten's GLFW lacks, for the only window, the page's canvas. (Emscripten 3.1 requires function
// syntax.)
mergeInto(LibraryManager.library, {
  glfwPostEmptyEvent: function() { Module["_page_wake"](); },

  // Browsers provide the clipboard only in a paste event, which precedes the next frame: bindings/web/try/page.js
  // stores it.
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
