float noise(float p) { return p; }
#define ISONOISE_FUNCTION(p) vec4(noise(p.x), 0.0, 0.0, 0.0)
