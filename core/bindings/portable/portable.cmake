# A core that runs on older systems than the one that builds it: from glibc 2.28 and the C++ library of GCC 8 on
# (manylinux_2_28). The C++ library is not linked statically as a whole, since what the core throws is caught in
# nanobind's part, which has the shared one. Only what is new in it comes from its archive, as in the compilers that Red
# Hat makes for its older systems. If a later compiler needs more, `make wheel` says so.
set(NEWER_OBJECTS floating_from_chars.o floating_to_chars.o fs_dir.o fs_ops.o fs_path.o memory_resource.o)
set(NEWER_FUNCTIONS exp exp2 log pow pthread_once pthread_cond_clockwait)

set(UNPACKED "${CMAKE_BINARY_DIR}/portable")
file(MAKE_DIRECTORY "${UNPACKED}")
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libstdc++.a
                OUTPUT_VARIABLE ARCHIVE OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND "${CMAKE_AR}" x "${ARCHIVE}" ${NEWER_OBJECTS}
                WORKING_DIRECTORY "${UNPACKED}" COMMAND_ERROR_IS_FATAL ANY)
list(TRANSFORM NEWER_OBJECTS PREPEND "${UNPACKED}/")
set_source_files_properties(${NEWER_OBJECTS} PROPERTIES EXTERNAL_OBJECT ON)

add_library(dragoman_portable STATIC core/bindings/portable/older_linux.cpp ${NEWER_OBJECTS})
list(TRANSFORM NEWER_FUNCTIONS PREPEND "LINKER:--wrap=")
set(EXPORTS "${CMAKE_SOURCE_DIR}/core/bindings/portable/exports.map")
target_link_options(dragoman_portable INTERFACE ${NEWER_FUNCTIONS} "LINKER:--version-script=${EXPORTS}")
target_link_libraries(_core PRIVATE dragoman_portable)
