// Rays from the eye to the ground in tables of heights: see heights.glsl. To include after float ground(vec2 xz,
// float octaves), the ground itself.

// The distance along a ray at which it first meets the ground, negative if not before it has come `end` along the
// ground. All of the ray has one azimuth, so it meets the ground at the first row that is seen no lower. Cells of the
// ground itself are `finer` times as wide as those of the table.
float first_ground(float height, vec3 d, float end, float finer) {
    float flat_part = max(length(d.xz), 1e-6), slope = d.y / flat_part;
    float azimuth = texel_of(d.xz).x, column = azimuth + 0.5 * float(table_columns.x) - 0.5;
    int low = int(column), last = min(int(texel_of(end * table_ahead).y + 0.5), table_rows - 1);
    // The first 8 rows that are seen as high as the ray, in either column.
    int block = 0;
    for (int after = table_rows / 8; block < after;) {
        int middle = (block + after) / 2;
        if (texelFetch(skyline, ivec2(low, middle), 0).r < slope) block = middle + 1;
        else after = middle;
    }
    for (int row = 8 * block; row <= last;) {
        if ((row & 7) == 0 && highest_line(low, row / 8) < slope) {
            row += 8;
            continue;
        }
        float h = mix(texelFetch(heights, ivec2(low, row), 0).r, texelFetch(heights, ivec2(low + 1, row), 0).r,
                      column - float(low));
        float r = distance_of(float(row) + 0.5), gap = height + slope * r - h;
        if (gap > 0.0) {
            ++row;
            continue;
        }
        // Near this row and the one before, the noise itself decides.
        float before = row > 0 ? distance_of(float(row) - 0.5) : 0.0, half_row = 0.5 * (r - before);
        float gap_before = height + slope * before - height_at(0, vec2(azimuth, float(row) - 0.5));
        float fall = max(gap_before - gap, 1e-9);
        Bracket ends = Bracket(before - half_row, r + half_row, gap_before + 0.5 * fall, gap - 0.5 * fall);
        float error = 0.1 * pixel_angle() * away_from(r), octaves = octaves_of(finer * cells_of(0.0, r));
        float at = 0.0, miss = 0.0;
        for (int i = 0; i < 6; ++i) {
            at = between(ends, 0.03);
            miss = height + slope * at - ground(at * d.xz / flat_part, octaves);
            if (abs(miss) < error) break;
            narrow(ends, at, miss);
        }
        // It may pass above a crest that is sharper than the table's.
        if (miss < 5.0 * error) return at / flat_part;
        ++row;
    }
    return -1.0;
}
