float noise(vec2 p) {
    float wind = p.x + 0.5 * perlin2(vec2(0.3 * p.x, p.y), 2u);
    float wave = fract(wind);
    float crest = wave < 0.7 ? wave / 0.7 : (1.0 - wave) / 0.3;
    return crest * crest * (3.0 - 2.0 * crest) + 0.05 * sin(40.0 * (p.y + 0.2 * crest)) * exp2(-4.0 * crest);
}
