// For Shader Graph's Custom Function node: type File, source this file, name Hills. Inputs: Place (Vector2, metres) and
// Relief (Float, metres). Outputs: Height (Float) and Normal (Vector3).
#ifndef ISONOISE_HILLS_NODE
#define ISONOISE_HILLS_NODE
#include "Hills.hlsl"

void Hills_float(float2 Place, float Relief, out float Height, out float3 Normal) {
    float2 slope;
    Height = Relief * hills_gradient(Place, slope);
    Normal = normalize(float3(-Relief * slope.x, 1, -Relief * slope.y));
}
#endif
