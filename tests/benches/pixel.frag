// Calls the measured function once per pixel; CALL and the code it needs come before this text. No coordinate is
// constant, not even along a row or a column, and the other arguments come from uniforms.
uniform vec4 period;
uniform uint seed;
uniform vec4 terms;  // the members of IsonoiseFbm
out float value;

void main() {
    vec2 p = gl_FragCoord.xy - 511.5;
    vec4 q = p.x * vec4(0.0371, 0.0113, 0.0293, 0.0231) + p.y * vec4(0.0097, 0.0413, 0.0179, -0.0271);
    vec4 g = vec4(0.0);
    value = CALL;
}
