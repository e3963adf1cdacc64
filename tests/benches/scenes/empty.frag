// Nothing: the cost of covering the target.
uniform vec2 size;
out vec4 colour;
void main() { colour = vec4(gl_FragCoord.xy / size, 0.0, 1.0); }
