// Calls the measured function once per pixel; CALL and the code it needs come before this text. No coordinate is
// constant.
uniform uint seed;
out float value;

void main() {
    vec2 p = gl_FragCoord.xy - 511.5;
    vec4 q = vec4(p.x * 0.0371, p.y * 0.0413, (p.x + p.y) * 0.0293, (p.x - p.y) * 0.0231);
    value = CALL;
}
