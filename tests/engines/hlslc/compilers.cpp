// Windows' shader compilers, FXC and DXC, for wine: compiles a list of HLSL files. hlslc.mjs builds and runs it.
//
//   compilers FXC.dll DXC.dll <JOBS
//
// A job is a line "fxc|dxc PROFILE FILE": the entry is main, warnings are errors. Each job prints a line "ok" or
// "failed", then the compiler's messages, then a line "end". The disassembly is written to FILE.asm.
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <windows.h>

#include <d3dcompiler.h>

// The parts of dxcapi.h that are needed: MinGW lacks the header.
struct DxcBuffer {
    const void* data;
    SIZE_T size;
    UINT encoding;
};
struct IDxcBlob : IUnknown {
    virtual void* STDMETHODCALLTYPE GetBufferPointer() = 0;
    virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
struct IDxcOperationResult : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT* status) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetResult(IDxcBlob** result) = 0;
    virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(IDxcBlob** errors) = 0;
};
struct IDxcCompiler3 : IUnknown {
    virtual HRESULT STDMETHODCALLTYPE Compile(const DxcBuffer* source, LPCWSTR* arguments, UINT32 count,
                                              IUnknown* include, REFIID iid, LPVOID* result) = 0;
    virtual HRESULT STDMETHODCALLTYPE Disassemble(const DxcBuffer* object, REFIID iid, LPVOID* result) = 0;
};
static const GUID kDxcCompiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID kIDxcCompiler3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID kIDxcOperationResult = {0xcedb484a, 0xd4e9, 0x445a, {0xb9, 0x91, 0xca, 0x21, 0xca, 0x15, 0x7d, 0xc2}};

struct Outcome {
    bool ok = false;
    std::string messages, assembly;
};

template <class Blob> static std::string text_of(Blob* blob) {
    if (!blob) return {};
    const std::string text(static_cast<const char*>(blob->GetBufferPointer()), blob->GetBufferSize());
    return text.substr(0, text.find('\0'));
}

static Outcome fxc(HMODULE library, const std::string& source, const std::string& profile) {
    const auto compile = reinterpret_cast<pD3DCompile>(GetProcAddress(library, "D3DCompile"));
    const auto disassemble = reinterpret_cast<pD3DDisassemble>(GetProcAddress(library, "D3DDisassemble"));
    ID3DBlob *code = nullptr, *errors = nullptr, *assembly = nullptr;
    const UINT flags = D3DCOMPILE_ENABLE_STRICTNESS | D3DCOMPILE_WARNINGS_ARE_ERRORS | D3DCOMPILE_OPTIMIZATION_LEVEL3;
    Outcome outcome;
    outcome.ok = SUCCEEDED(compile(source.data(), source.size(), "text", nullptr, nullptr, "main", profile.c_str(),
                                   flags, 0, &code, &errors));
    outcome.messages = text_of(errors);
    if (outcome.ok && SUCCEEDED(disassemble(code->GetBufferPointer(), code->GetBufferSize(), 0, nullptr, &assembly)))
        outcome.assembly = text_of(assembly);
    for (ID3DBlob* blob : {code, errors, assembly})
        if (blob) blob->Release();
    return outcome;
}

static Outcome dxc(HMODULE library, const std::string& source, const std::string& profile) {
    using Create = HRESULT(WINAPI*)(REFCLSID, REFIID, LPVOID*);
    static IDxcCompiler3* const compiler = [&] {
        void* made = nullptr;
        reinterpret_cast<Create>(GetProcAddress(library, "DxcCreateInstance"))(kDxcCompiler, kIDxcCompiler3, &made);
        return static_cast<IDxcCompiler3*>(made);
    }();
    if (!compiler) return {false, "no compiler", {}};
    const std::wstring target(profile.begin(), profile.end());
    // Without the validator, which is part of the Windows SDK.
    std::vector<LPCWSTR> arguments = {L"-T",  target.c_str(), L"-E",      L"main",
                                      L"-WX", L"-Wall",       L"-Wextra", L"-Ges",
                                      L"-O3", L"-Vd",         L"-HV",     profile.back() < '3' ? L"2018" : L"2021"};
    const DxcBuffer buffer = {source.data(), source.size(), CP_UTF8};
    IDxcOperationResult* result = nullptr;
    compiler->Compile(&buffer, arguments.data(), static_cast<UINT32>(arguments.size()), nullptr, kIDxcOperationResult,
                      reinterpret_cast<void**>(&result));
    if (!result) return {false, "no result", {}};
    HRESULT status = E_FAIL;
    IDxcBlob *errors = nullptr, *code = nullptr;
    result->GetStatus(&status);
    result->GetErrorBuffer(&errors);
    Outcome outcome = {SUCCEEDED(status), text_of(errors), {}};
    if (outcome.ok) {
        result->GetResult(&code);
        const DxcBuffer object = {code->GetBufferPointer(), code->GetBufferSize(), 0};
        IDxcOperationResult* disassembled = nullptr;
        compiler->Disassemble(&object, kIDxcOperationResult, reinterpret_cast<void**>(&disassembled));
        IDxcBlob* assembly = nullptr;
        if (disassembled) disassembled->GetResult(&assembly);
        outcome.assembly = text_of(assembly);
        if (assembly) assembly->Release();
        if (disassembled) disassembled->Release();
    }
    for (IDxcBlob* blob : {errors, code})
        if (blob) blob->Release();
    result->Release();
    return outcome;
}

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const HMODULE fxc_library = LoadLibraryA(arguments[1]), dxc_library = LoadLibraryA(arguments[2]);
    if (!fxc_library || !dxc_library) {
        std::cerr << "a compiler cannot be loaded: error " << GetLastError() << "\n";
        return 1;
    }
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string compiler, profile, file;
        words >> compiler >> profile >> file;
        std::ifstream in(file, std::ios::binary);
        const std::string source((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        const Outcome outcome =
            compiler == "fxc" ? fxc(fxc_library, source, profile) : dxc(dxc_library, source, profile);
        if (outcome.ok) std::ofstream(file + ".asm", std::ios::binary) << outcome.assembly;
        std::cout << (outcome.ok ? "ok\n" : "failed\n") << outcome.messages << "\nend\n" << std::flush;
    }
}
