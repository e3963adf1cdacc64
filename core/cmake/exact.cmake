# isonoise_exact_flags(VARIABLE): compiler flags that keep floats exact: no fused a*b + c, no reordering.
function(isonoise_exact_flags to)
    if(NOT MSVC)
        set(flags -ffp-contract=off -fno-fast-math)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL MSVC)
        # /fp:precise fuses before Visual Studio 2022, under /arch:AVX2 and on Arm.
        set(flags /fp:strict)
    else()
        # clang-cl and similar compilers take cl's flags, and fuse within an expression under /fp:precise.
        set(flags /fp:precise /clang:-ffp-contract=off)
    endif()
    set(${to} ${flags} PARENT_SCOPE)
endfunction()
