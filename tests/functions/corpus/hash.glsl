float noise(vec4 p) { return float(hash4(ivec4(floor(p)), 17u) >> 8u) / 8388608.0 - 1.0; }
