#include "snippet/languages.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/untrusted.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {

static constexpr TypeNames kGlslTypes = {"bool",  "int",   "uint",  "float", "double",
                                         "bvec#", "ivec#", "uvec#", "vec#",  "mat#"};
static constexpr TypeNames kCTypes = {
    .boolean = "bool", .integer = "int32_t", .natural = "uint32_t", .real = "float", .wide = "double"};
static constexpr const char* kPreciseBits = "the same as the C++ core's (`precise` keeps them)";
static constexpr const char* kMetalOpening = R"(#include <metal_stdlib>
using namespace metal;

// Operations are neither fused nor reordered, from here to the end of the file. Metal before 3.2 knows the second line
// alone: set MTLCompileOptions.fastMathEnabled to false there, or compile with -fno-fast-math.
#if __METAL_VERSION__ >= 320
#pragma METAL fp math_mode(safe)
#endif
#pragma METAL fp contract(off)
)";

static std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        all.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return all;
}

// Keywords, reserved words, and the language's built-in functions and types. (Not `sign`, which our sources use as a
// variable's name.)
static constexpr std::string_view kGlslWords =
    "abs acos acosh active all any asin asinh asm atan atanh atomic_uint attribute barrier bool break buffer bvec2 "
    "bvec3 "
    "bvec4 case cast ceil centroid clamp class coherent common const continue cos cosh cross dFdx dFdy default defined "
    "degrees determinant discard distance dmat2 dmat3 dmat4 do dot double dvec2 dvec3 dvec4 else enum equal exp exp2 "
    "extern external faceforward false filter fixed flat float floatBitsToInt floatBitsToUint floor fma for fract "
    "frexp "
    "ftransform fvec2 fvec3 fvec4 fwidth goto greaterThan greaterThanEqual half highp hvec2 hvec3 hvec4 if iimage2D "
    "image1D image2D image3D imageCube in inline inout input int intBitsToFloat interface invariant inverse "
    "inversesqrt "
    "isampler1D isampler2D isampler3D isamplerCube isinf isnan ivec2 ivec3 ivec4 layout ldexp length lessThan "
    "lessThanEqual log log2 long lowp main mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 mat4x2 mat4x3 "
    "mat4x4 "
    "matrixCompMult max mediump min mix mod modf namespace noinline noise1 noise2 noise3 noise4 noperspective "
    "normalize "
    "not notEqual out outerProduct output partition patch pow precise precision public radians readonly reflect "
    "refract "
    "resource restrict return round roundEven sample sampler1D sampler1DArray sampler1DShadow sampler2D sampler2DArray "
    "sampler2DMS sampler2DRect sampler2DShadow sampler3D sampler3DRect samplerBuffer samplerCube samplerCubeShadow "
    "shared "
    "short sin sinh sizeof smooth smoothstep sqrt static step struct subroutine superp switch tan tanh template "
    "texelFetch texture texture2D textureGrad textureLod textureSize this transpose true trunc typedef uimage2D uint "
    "uintBitsToFloat uniform union unsigned usampler1D usampler2D usampler3D usamplerCube using uvec2 uvec3 uvec4 "
    "varying "
    "vec2 vec3 vec4 void volatile while writeonly";
static constexpr std::string_view kGodotWords =
    "blend_mix camera_xform cull_mode depth_draw fragment global group_uniforms hint_range instance light "
    "render_mode repeat_enable screen_texture shader_type source_color start vertex";
static constexpr std::string_view kHlslWords =
    "abs acos all any asfloat asin asint asm asuint atan atan2 auto bool bool2 bool3 bool4 break buffer case catch "
    "cbuffer ceil centroid char clamp class clip column_major compile const const_cast continue cos cosh cross ddx ddy "
    "default degrees delete determinant discard distance do dot double dword else enum exp exp2 explicit export extern "
    "false firstbithigh firstbitlow float float2 float2x2 float3 float3x3 float4 float4x4 floor fmod for frac frexp "
    "friend from fwidth goto groupshared half half2 half3 half4 if in inline inout int int2 int3 int4 interface "
    "isfinite "
    "isinf isnan ldexp length lerp line linear lit log log10 log2 long mad main matrix max min modf mul mutable "
    "namespace "
    "new noinline nointerpolation noise noperspective normalize operator out packoffset pass pixelfragment point pow "
    "precise private protected public radians rcp reflect refract register reinterpret_cast return round row_major "
    "rsqrt sample sampler sampler2D saturate shared short signed sin sincos sinh sizeof smoothstep snorm "
    "static static_cast step stateblock string struct switch tan tanh tbuffer technique template tex2D texture "
    "texture2D this throw transpose true trunc try typedef typename uint uint2 uint3 uint4 uniform union unorm "
    "unsigned "
    "using vector vertexfragment virtual void volatile while"
    " triangle triangleadj lineadj Buffer ByteAddressBuffer RWBuffer RWByteAddressBuffer RWStructuredBuffer"
    "RWTexture1D RWTexture2D RWTexture3D StructuredBuffer AppendStructuredBuffer ConsumeStructuredBuffer"
    "ConstantBuffer SamplerState SamplerComparisonState Texture1D Texture1DArray Texture2D Texture2DArray"
    "Texture2DMS Texture3D TextureCube TextureCubeArray InputPatch OutputPatch PointStream LineStream"
    "TriangleStream BlendState DepthStencilState RasterizerState int16_t int32_t int64_t uint16_t uint32_t"
    "uint64_t float16_t float32_t float64_t min10float min12int min16float min16int min16uint globallycoherent"
    "sampler1D sampler3D samplerCUBE";
static constexpr std::string_view kSlangWords =
    "This __init as associatedtype bwd_diff bwd_diffable dyn each expand extension func fwd_diff implementing import "
    "init internal is let module newtype no_diff none nullptr optional property ptr some str throws typealias var "
    "where";
static constexpr std::string_view kWgslWords =
    "abs abstract acos active alias alignas alignof all any array arrayLength as asin asm async atan atan2 atomic "
    "attribute auto await become bitcast bool break case cast catch ceil clamp class common compile const const_assert "
    "const_cast constexpr constructor continue continuing cos cosh co_await co_return co_yield cross debugger decltype "
    "default degrees delete demote determinant diagnostic discard distance do dot dpdx dpdy else enable enum exp exp2 "
    "explicit export extends extern external f16 f32 fallthrough false filter final finally firstLeadingBit "
    "firstTrailingBit floor fma fn for fract frexp friend from fwidth get goto groupshared highp i32 if impl "
    "implements "
    "import inline inout instanceof interface inverseSqrt ldexp length let log log2 loop lowp macro main mat2x2 "
    "mat2x2f mat3x3 mat3x3f mat4x4 mat4x4f match max mediump meta min mix mod modf module move mut mutable namespace "
    "native new nil noexcept noinline nointerpolation noperspective normalize null nullptr of operator override "
    "package "
    "packoffset pass patch pixelfragment pow precise precision premerge priv private protected ptr pub public "
    "quantizeToF16 "
    "radians readonly ref reflect refract regardless register reinterpret_cast require requires resource restrict "
    "return "
    "round sampler saturate select self set shared sin sinh sizeof smooth smoothstep snorm sqrt static "
    "static_assert "
    "static_cast std step storageBarrier struct subroutine super switch tan tanh target template texture_2d this "
    "thread_local throw trait transpose true trunc try type typedef typeid typename typeof u32 union unless unorm "
    "unpack4x8unorm unsafe unsized use using var varying vec2 vec2f vec2i vec2u vec3 vec3f vec3i vec3u vec4 vec4f "
    "vec4i "
    "vec4u virtual volatile wgsl where while with writeonly yield"
    " NULL Self asm_fragment coherent column_major compile_fragment concept consteval constinit crate"
    "demote_to_helper dynamic_cast fxgroup layout macro_rules non_coherent noncoherent partition";
// Includes C++'s, since headers serve both languages.
static constexpr std::string_view kCWords =
    "abort abs alignas alignof and and_eq asm atan auto bitand bitor bool break case catch ceil char class compl "
    "concept "
    "const const_cast consteval constexpr constinit continue cos decltype default delete do double dynamic_cast else "
    "enum "
    "exit exp explicit export extern fabs false float floor floorf fma fmaf fmax fmin for free friend goto if inline "
    "int "
    "int32_t int64_t isinf isnan log long main malloc memcpy mutable namespace new noexcept not not_eq nullptr "
    "operator "
    "or or_eq pow private protected public register reinterpret_cast requires restrict return round short signed sin "
    "sizeof sqrt static static_assert static_cast struct switch tan template this thread_local throw true try typedef "
    "typeid typename typeof uint32_t uint64_t union unsigned using virtual void volatile wchar_t while xor xor_eq "
    "EOF FLT_EPSILON FLT_MAX FLT_MIN FP_FAST_FMA HUGE_VAL HUGE_VALF INFINITY INT32_MAX INT32_MIN INT_MAX INT_MIN M_E "
    "M_LN2 M_PI M_PI_2 M_SQRT2 NAN NULL UINT32_MAX UINT_MAX errno stderr stdin stdout"
    " _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local"
    "MAXFLOAT i386 linux unix";
static constexpr std::string_view kMetalWords =
    "as_type atomic bool2 bool3 bool4 clamp constant constexpr cross device discard_fragment distance dot "
    "fragment from float2 float3 float4 fract half half2 half3 half4 int2 int3 int4 kernel length metal mix normalize "
    "sampler saturate select smoothstep step texture2d thread threadgroup uint uint2 uint3 uint4 vertex";

static constexpr std::string_view kJsWords =
    "abs arguments as async await bits bitsOf boolean break byte case catch char class const continue debugger default "
    "delete do double else enum eval export extends false final finally float floor for from fround function get "
    "goto if implements import imul in Infinity instanceof int interface let long NaN native new null package "
    "private protected public real realOf return set short static super switch synchronized this throw throws "
    "transient true try typeof undefined var void volatile while with yield"
    " Array Float32Array Float64Array Int32Array Math Number Object Uint32Array globalThis";
static constexpr std::string_view kCSharpWords =
    "abstract as base BitsOf bool break byte case catch char checked class const continue decimal default delegate do "
    "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int "
    "interface internal is lock long math namespace new null object operator out override params private "
    "protected public readonly RealOf ref return sbyte sealed short sizeof stackalloc static string struct switch "
    "system this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while"
    " await";
static constexpr std::string_view kRustWords =
    "abs abstract as async await become bool box break const continue crate do dyn else enum Err extern f32 f64 "
    "false final floor fn for gen i32 if impl in let loop macro match mod move mut None Ok override priv pub ref "
    "return Self self Some static str String struct super trait true try type typeof u32 union unsafe unsized "
    "use usize Vec virtual where while yield";

// With its global functions, which would be called instead of ours.
static constexpr std::string_view kGdScriptWords =
    "INF NAN PI TAU abs absf absi acos acosh and as asin asinh assert atan atan2 atanh await bezier_interpolate "
    "bits_of break breakpoint call ceil ceilf ceili char clamp clampf clampi class const cos cosh cubic_interpolate "
    "db_to_linear deg_to_rad ease elif else enum exp export extends f32 false floor floorf floori fmod for fposmod "
    "free func get "
    "hash i32 if in int inverse_lerp is is_equal_approx is_finite is_inf is_nan is_zero_approx len lerp lerp_angle "
    "lerpf linear_to_db load log match max maxf maxi min minf mini move_toward namespace nearest_po2 not null or ord "
    "pass pingpong posmod pow preload print rad_to_deg rand_from_seed randf randi randomize range real_of remap return "
    "rotate_toward round roundf roundi seed self set shifted sign signal signf signi sin sinh smoothstep snapped "
    "snappedf snappedi sqrt static step_decimals str str_to_var super tan tanh tool trait true type_convert typeof "
    "var var_to_str void weakref when while wrap wrapf wrapi yield";

static std::vector<std::string_view> joined(std::vector<std::string_view> all,
                                            const std::vector<std::string_view>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

static const std::vector<Language>& table() {
    static const std::vector<std::string_view> c_words = words(kCWords), glsl_words = words(kGlslWords);
    static const std::vector<Language> rows = {
        {.name = "glsl",
         .title = "GLSL",
         .extension = "glsl",
         .printer = print_glsl,
         .types = kGlslTypes,
         .reserved = glsl_words,
         .bits = Bits::macro,
         .promise = "the same as the C++ core's",
         .chooses = true,
         .opening = "#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n",
         .closing = "\n#undef ISO_EXACT\n#undef ISO_PRECISE\n#undef ISO_BARRIER\n"},
        {.name = "hlsl",
         .title = "HLSL",
         .extension = "hlsl",
         .printer = print_hlsl,
         .types = {"bool", "int", "uint", "float", "double", "bool#", "int#", "uint#", "float#", "float#x#"},
         .reserved = words(kHlslWords),
         .promise = kPreciseBits,
         .single_returns = true},
        {.name = "slang",
         .title = "Slang",
         .extension = "slang",
         .printer = print_hlsl,
         .types = {"bool", "int", "uint", "float", "double", "bool#", "int#", "uint#", "float#", "float#x#"},
         .reserved = joined(words(kHlslWords), words(kSlangWords)),
         .bits = Bits::function,
         .promise = "the same as the C++ core's"},
        {.name = "wgsl",
         .title = "WGSL",
         .extension = "wgsl",
         .printer = print_wgsl,
         .types = {"bool", "i32", "u32", "f32", nullptr, "vec#<bool>", "vec#i", "vec#u", "vec#f", "mat#x#f"},
         .reserved = words(kWgslWords),
         .bits = Bits::function,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .joins = true,
         .preprocessor = false},
        {.name = "godot4",
         .title = "Godot 4",
         .extension = "gdshaderinc",
         .printer = print_godot,
         .types = kGlslTypes,
         .reserved = joined(glsl_words, words(kGodotWords)),
         .bits = Bits::function,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .chooses = true},
        {.name = "metal",
         .title = "Metal",
         .extension = "metal",
         .printer = print_metal,
         .types = {"bool", "int", "uint", "float", nullptr, "bool#", "int#", "uint#", "float#", "float#x#"},
         .reserved = joined(c_words, words(kMetalWords)),
         .bits = Bits::pragma,
         .promise = "the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18",
         .overflows = true,
         .opening = kMetalOpening},
        {.name = "c",
         .title = "C",
         .extension = "h",
         .printer = print_c,
         .types = kCTypes,
         .reserved = c_words,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's, whatever the compiler's flags",
         .overloads = false,
         .vectors = false,
         .overflows = true},
        {.name = "cuda",
         .title = "CUDA and HIP",
         .extension = "cuh",
         .printer = print_cuda,
         .types = {.boolean = "bool", .integer = "int", .natural = "unsigned int", .real = "float", .wide = "double"},
         .reserved = c_words,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's, whatever the compiler's flags",
         .overloads = false,
         .vectors = false,
         .overflows = true},
        {.name = "opencl",
         .title = "OpenCL C",
         .extension = "cl",
         .printer = print_opencl,
         .types = {.boolean = "bool", .integer = "int", .natural = "uint", .real = "float"},
         .reserved = joined(c_words, {"clamp",     "constant",  "cross",    "distance",  "dot",    "fmax",  "fmin",
                                      "generic",   "global",    "half",     "kernel",    "length", "local", "mad",
                                      "max",       "min",       "mix",      "normalize", "pipe",   "ref",   "sampler_t",
                                      "select",    "sign",      "step",     "uint",      "vload",  "wait",  "event_t",
                                      "image1d_t", "image2d_t", "image3d_t"}),
         .promise =
             "the same as the C++ core's, unless the program is built with options for fast arithmetic, see below",
         .overloads = false,
         .vectors = false,
         .doubles = false,
         .overflows = true},
        {.name = "js",
         .title = "JavaScript",
         .extension = "js",
         .printer = print_js,
         .reserved = words(kJsWords),
         .naming = Naming::camel,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .divides = true,
         .preprocessor = false},
        {.name = "csharp",
         .title = "C#",
         .extension = "cs",
         .printer = print_csharp,
         .types = {.boolean = "bool", .integer = "int", .natural = "uint", .real = "float", .wide = "double"},
         .reserved = words(kCSharpWords),
         .naming = Naming::pascal,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .divides = true,
         .preprocessor = false,
         .opening = "#pragma warning disable 0162, 0429  // settings are constants\nusing System;\n\npublic static "
                    "class CLASS {\n",
         .closing = "}\n#pragma warning restore 0162, 0429\n"},
        {.name = "gdscript",
         .title = "GDScript",
         .extension = "gd",
         .printer = print_gdscript,
         .types = {.boolean = "bool", .integer = "int", .natural = "int", .real = "float", .wide = "float"},
         .reserved = words(kGdScriptWords),
         .naming = Naming::snake,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .divides = true,
         .preprocessor = false,
         .comment = "#",
         .indentation = "\t"},
        {.name = "rust",
         .title = "Rust",
         .extension = "rs",
         .printer = print_rust,
         .types = {.boolean = "bool", .integer = "i32", .natural = "u32", .real = "f32", .wide = "f64"},
         .reserved = words(kRustWords),
         .naming = Naming::snake,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .divides = true,
         .preprocessor = false},
        {.name = "cpp", .title = "C++", .extension = "cpp"},
    };
    return rows;
}

std::span<const Language> languages() { return table(); }

const Language& language(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Language& one : languages()) {
        if (one.name == name) return one;
        names.push_back(one.name);
    }
    fail("lang: expected one of {}, got {}", fmt::join(names, ", "), in_quotes(name));
}

std::string name_of(const glsl::Type& type, const Language& language) {
    using glsl::Type;
    const TypeNames& n = language.types;
    const bool one = type.size == 1;
    const char* pattern = nullptr;
    switch (type.kind) {
    case Type::boolean: pattern = one ? n.boolean : n.booleans; break;
    case Type::integer: pattern = one ? n.integer : n.integers; break;
    case Type::natural: pattern = one ? n.natural : n.naturals; break;
    case Type::real: pattern = one ? n.real : n.reals; break;
    case Type::wide: pattern = n.wide; break;
    case Type::matrix: pattern = n.matrix; break;
    case Type::nothing: return "void";
    case Type::structure:
    case Type::none: return type.name;
    }
    std::string name;
    for (const char* c = pattern; *c; ++c)
        name += *c == '#' ? static_cast<char>('0' + type.size) : *c;
    return name;
}

std::string languages_json() {
    std::vector<std::string> rows;
    for (const Language& one : languages()) {
        if (!one.is_core())
            rows.push_back(fmt::format("  {{\"name\": \"{}\", \"title\": \"{}\", \"extension\": \"{}\"}}", one.name,
                                       one.title, one.extension));
    }
    return fmt::format("[\n{}\n]\n", fmt::join(rows, ",\n"));
}

}  // namespace isonoise
