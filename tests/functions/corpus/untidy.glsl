/* untidy.glsl: laid out by nobody,
   with comments of both kinds */
struct Hill { vec2 at; float height; };
	float tallest(Hill a) { if (a.height > 2.0) return a.at.x; return a.at.y; }
/* a second */
float noise(vec2 p) { float sum = 0.0; /* one
   of two lines */ for (int i = 0; i < 3; i++) for (int k = 0; k < i; k++) if (p.x > float(k)) sum += 1.0;
	else if (p.x > 1.0) sum -= perlin2(p, 3u); else { sum *= 2.0; sum += 1.0; }
for (int i = 0; i < 4; i++) { }
	if (p.y > 3.0) { }
	if (p.y > 4.0) {} else sum += 1.0;
  int i = 0; // behind
  while (i < 3) i++;
     while (i < 9) { i += 2; { float t = p.x; sum += t; } }
	Hill a; a.at = p; a.height = sum; { Hill b = a; b.at = b.at.yx; a = b; }
  for (;;) { i++; if (i > 12) break; if (i > 10); else sum += 0.5; };
  if (p.x > 0.0 || i > 3 ^^ p.y > 0.0) sum += 0.25;
  vec2 slope; perlin2_gradient(2.0 * p, 1u, slope); /* its value is dropped */
return tallest(a) + 0.1 * sum + slope.x + slope.y; }
