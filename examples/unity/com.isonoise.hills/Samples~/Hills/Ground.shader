// A flat grid whose points the noise lifts, lit by one sun. Walk.cs has the same heights. For the built-in pipeline and URP.
Shader "isonoise/Ground" {
    Properties {
        _Relief ("Relief in metres", Float) = 34
        _Sun ("Direction to the sun", Vector) = (0.6, 0.55, -0.5, 0)
    }
    SubShader {
        Tags { "RenderType" = "Opaque" }
        Pass {
            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex Vertex
            #pragma fragment Fragment
            #include "UnityCG.cginc"
            #include "Packages/com.isonoise.hills/Shaders/HillsNode.hlsl"

            float _Relief;
            float4 _Sun;

            struct Varyings {
                float4 position : SV_POSITION;
                float2 place : TEXCOORD0;
            };

            Varyings Vertex(float4 vertex : POSITION) {
                Varyings output;
                float3 at = mul(unity_ObjectToWorld, vertex).xyz;
                output.place = at.xz;
                at.y = _Relief * hills(at.xz);
                output.position = mul(UNITY_MATRIX_VP, float4(at, 1));
                return output;
            }

            float4 Fragment(Varyings input) : SV_Target {
                float height;
                float3 normal;
                Hills_float(input.place, _Relief, height, normal);
                float steep = smoothstep(0.9, 0.75, normal.y), high = smoothstep(0.2, 0.5, height / _Relief);
                float3 grass = lerp(float3(0.13, 0.22, 0.06), float3(0.38, 0.35, 0.13), high);
                float3 colour = lerp(grass, float3(0.26, 0.22, 0.18), steep);
                float light = 0.35 + 0.9 * saturate(dot(normal, normalize(_Sun.xyz)));
                return float4(colour * light, 1);
            }
            ENDHLSL
        }
    }
}
