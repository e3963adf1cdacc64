// For the shaders beside our scenes: what small shaders of the classic kind share. A hash by a sine, value noise of it,
// its sum over octaves, and a sky.
uniform vec2 size;
out vec4 colour;

const vec3 sun = vec3(0.68, 0.34, -0.65);

float hash(vec3 p) { return fract(sin(dot(p, vec3(17.13, 59.71, 113.57))) * 20173.731); }

float noise(vec3 p) {
    vec3 i = floor(p), f = p - i;
    f *= f * (3.0 - 2.0 * f);
    vec3 j = i + vec3(0, 0, 1);
    const vec3 x = vec3(1, 0, 0), y = vec3(0, 1, 0);
    vec4 z = mix(vec4(hash(i), hash(i + x), hash(i + y), hash(i + x + y)),
                 vec4(hash(j), hash(j + x), hash(j + y), hash(j + x + y)), f.z);
    vec2 zy = mix(z.xy, z.zw, f.y);
    return mix(zy.x, zy.y, f.x);
}
float noise(vec2 p) {
    vec2 i = floor(p), f = p - i;
    f *= f * (3.0 - 2.0 * f);
    return mix(mix(hash(vec3(i, 0)), hash(vec3(i + vec2(1, 0), 0)), f.x),
               mix(hash(vec3(i + vec2(0, 1), 0)), hash(vec3(i + vec2(1, 1), 0)), f.x), f.y);
}

// In 0 to 1. Each octave is turned, to hide the lattice.
float fbm(vec3 p, int octaves) {
    float sum = 0.0, amplitude = 0.5;
    for (int i = 0; i < octaves; ++i) {
        sum += amplitude * noise(p);
        amplitude *= 0.5;
        p = 2.03 * vec3(0.8 * p.x - 0.6 * p.z, p.y, 0.6 * p.x + 0.8 * p.z);
    }
    return sum;
}
float fbm(vec2 p, int octaves) {
    float sum = 0.0, amplitude = 0.5;
    for (int i = 0; i < octaves; ++i) {
        sum += amplitude * noise(p);
        amplitude *= 0.5;
        p = 2.03 * vec2(0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y);
    }
    return sum;
}

// The ray through this fragment of a camera that looks along -z, tilted down by `tilt`.
vec3 ray(float tilt) {
    vec2 p = (2.0 * gl_FragCoord.xy - size) / size.y;
    vec3 d = normalize(vec3(p, -1.8));
    return vec3(d.x, cos(tilt) * d.y + sin(tilt) * d.z, cos(tilt) * d.z - sin(tilt) * d.y);
}

vec3 sky(vec3 d) {
    float s = max(dot(d, sun), 0.0);
    vec3 blue = mix(vec3(0.62, 0.72, 0.83), vec3(0.16, 0.34, 0.66), sqrt(max(d.y, 0.0)));
    return blue + vec3(0.9, 0.7, 0.4) * pow(s, 64.0);
}

void show(vec3 light) { colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0); }
