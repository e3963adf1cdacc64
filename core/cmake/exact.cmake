# isonoise_exact_flags(VARIABLE): the compiler's flags that keep floats exact: a*b + c is not fused, nothing reordered.
function(isonoise_exact_flags to)
    if(NOT MSVC)
        set(flags -ffp-contract=off -fno-fast-math)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL MSVC)
        # /fp:precise fuses before Visual Studio 2022, under /arch:AVX2 and on Arm.
        set(flags /fp:strict)
    else()
        # clang-cl and the like take cl's flags, and fuse within an expression under /fp:precise.
        set(flags /fp:precise /clang:-ffp-contract=off)
    endif()
    set(${to} ${flags} PARENT_SCOPE)
endfunction()
