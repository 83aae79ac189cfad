# dispatchless_executorch_library(<target> [LIB_NAME <name>]
#     [FUNCTIONS_YAML <yaml>] [CUSTOM_OPS_YAML <yaml>] [ATEN_YAML <native_functions.yaml>]
#     [MODE manual|static|table] [NAMING register_LIB_kernels|register_kernels_LIB]
#     [ON_OVERLAP error|skip|replace] [MAX_KERNELS <n>] [EXCEPTION_BOUNDARY] [SHARDS <n>]
#     [SELECTION_YAML <yaml>] [OPERATORS <op>...] [MODELS <pte>...]
#     [KERNEL_SOURCES <file>...] [RUNTIME <target>...] [STATIC|SHARED])
#
# A library (STATIC, unless BUILD_SHARED_LIBS or SHARED says otherwise) of the kernels of a
# functions.yaml and a custom_ops.yaml, and of what registers them in ExecuTorch's runtime. Call
# find_package(executorch) before, or name what to link to the runtime with RUNTIME.
#
#   MODE manual     by register_<lib>_kernels() of register_<lib>_kernels.h (the default)
#   MODE static     when the library is loaded; a static one then needs --whole-archive
#   MODE table      not at all: get_<lib>_kernels() hands them out for load_method
#   LIB_NAME        names function and header; it has nothing to do with the target's name
#   SELECTION_YAML, OPERATORS, MODELS    generate only for the operators of a selected_operators.yaml,
#                   for those named, and for those that .pte programs call. With MODELS and
#                   OPERATORS the selected_operators.yaml is made in the build.
#   KERNEL_SOURCES  the kernels; they can include NativeFunctions.h
#
# Users of the target can include the library's header and nothing else. Nothing is installed unless
# asked for: the header is in the target's file set HEADERS, for
# install(TARGETS <target> EXPORT ... FILE_SET HEADERS).
function(dispatchless_executorch_library target)
  set(given "${ARGN}")
  set(one
      LIB_NAME FUNCTIONS_YAML CUSTOM_OPS_YAML ATEN_YAML MODE NAMING ON_OVERLAP MAX_KERNELS SHARDS
      SELECTION_YAML)
  set(many OPERATORS MODELS KERNEL_SOURCES RUNTIME)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED;EXCEPTION_BOUNDARY" "${one}" "${many}")
  _dispatchless_check_arguments(dispatchless_executorch_library)
  if(NOT arg_FUNCTIONS_YAML AND NOT arg_CUSTOM_OPS_YAML)
    message(FATAL_ERROR "dispatchless_executorch_library: no FUNCTIONS_YAML and no CUSTOM_OPS_YAML")
  endif()
  _dispatchless_executorch_mode(mode "${arg_MODE}")
  if(NOT DEFINED arg_NAMING)
    set(arg_NAMING register_LIB_kernels)
  endif()
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/dispatchless/${target}")
  _dispatchless_executorch_arguments(options yamls "${directory}")
  _dispatchless_executorch_names(${target} "${arg_LIB_NAME}" ${mode})
  _dispatchless_executorch_files(generated "${directory}" ${options})
  _dispatchless_executorch_selection(selection "${target}" "${directory}")
  if(selection)
    list(APPEND options --op-selection-yaml-path "${selection}")
  endif()
  _dispatchless_generate(
    ${target}
    DIRECTORY "${directory}"
    ARGUMENTS executorch-gen ${yamls} ${options}
    FILES ${generated}
    DEPENDS ${yamls_files} ${selection})

  _dispatchless_library_type(type "${arg_STATIC}" "${arg_SHARED}" STATIC)
  _dispatchless_executorch_add(${target} ${type} ${mode} "${directory}" ${generated})
  target_sources(${target} PRIVATE ${arg_KERNEL_SOURCES})
  set_target_properties(
    ${target}
    PROPERTIES DISPATCHLESS_LIB_NAME "${arg_LIB_NAME}"
               DISPATCHLESS_MODE "${mode}"
               DISPATCHLESS_NAMING "${arg_NAMING}"
               EXPORT_PROPERTIES "DISPATCHLESS_LIB_NAME;DISPATCHLESS_MODE;DISPATCHLESS_NAMING")
endfunction()

# dispatchless_executorch_register(<target> LIBRARIES <target>... [ON_OVERLAP error|skip|replace]
#     [MAX_KERNELS <n>] [RUNTIME <target>...])
#
# A static library with register_kernels() of register_kernels.h, which registers all kernels of
# several named libraries, or none; the first has priority. The libraries may be defined in any folder
# or be imported; they must all be MODE manual, or all MODE table.
function(dispatchless_executorch_register target)
  set(given "${ARGN}")
  set(one ON_OVERLAP MAX_KERNELS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "${one}" "LIBRARIES;RUNTIME")
  _dispatchless_check_arguments(dispatchless_executorch_register)
  if(NOT arg_LIBRARIES)
    message(FATAL_ERROR "dispatchless_executorch_register: no LIBRARIES")
  endif()
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/dispatchless/${target}")
  _dispatchless_executorch_agreed(mode naming ${arg_LIBRARIES})
  set(options --install-dir "${directory}/sources" --naming ${naming})
  foreach(library IN LISTS arg_LIBRARIES)
    get_target_property(name ${library} DISPATCHLESS_LIB_NAME)
    list(APPEND options ${name})
  endforeach()
  if(DEFINED arg_ON_OVERLAP)
    list(APPEND options --on-overlap ${arg_ON_OVERLAP})
  endif()
  if(DEFINED arg_MAX_KERNELS)
    list(APPEND options --max-kernels ${arg_MAX_KERNELS})
  endif()
  if(mode STREQUAL "table")
    list(APPEND options --kernel-table)
  endif()
  _dispatchless_list_files(generated executorch-register ${options})
  _dispatchless_generate(
    ${target} DIRECTORY "${directory}" ARGUMENTS executorch-register ${options} FILES ${generated})

  add_library(${target} STATIC ${generated})
  add_dependencies(${target} ${target}_generated)
  target_compile_definitions(${target} PUBLIC REGISTERED_LIBRARIES_STATIC)
  _dispatchless_link_executorch(${target} ${arg_RUNTIME})
  target_link_libraries(${target} PUBLIC ${arg_LIBRARIES})
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${directory}/sources" FILES
                     "${directory}/sources/register_kernels.h")
endfunction()

function(_dispatchless_executorch_mode result given)
  if(given STREQUAL "")
    set(given manual)
  endif()
  if(NOT given MATCHES "^(manual|static|table)$")
    message(FATAL_ERROR "dispatchless_executorch_library: MODE is manual, static or table, not "
                        "${given}")
  endif()
  set(${result} ${given} PARENT_SCOPE)
endfunction()

# Sets <options> to the command line without the kernel yamls, <yamls> to these and <yamls>_files to
# their paths. Reads mode and the arg_ variables of its caller.
function(_dispatchless_executorch_arguments options yamls directory)
  set(line --install-dir "${directory}/sources" --header-dir "${directory}/include")
  set(inputs "")
  set(paths "")
  foreach(kind IN ITEMS functions custom-ops)
    string(TOUPPER "${kind}" keyword)
    string(REPLACE "-" "_" keyword "${keyword}")
    if(arg_${keyword}_YAML)
      _dispatchless_absolute(path "${arg_${keyword}_YAML}")
      list(APPEND inputs --${kind}-yaml-path "${path}")
      list(APPEND paths "${path}")
    endif()
  endforeach()
  if(arg_ATEN_YAML)
    _dispatchless_absolute(path "${arg_ATEN_YAML}")
    list(APPEND line --aten-yaml-path "${path}")
  endif()
  if(mode STREQUAL "manual")
    list(APPEND line --manual-registration)
  elseif(mode STREQUAL "table")
    list(APPEND line --kernel-table)
  endif()
  if(arg_EXCEPTION_BOUNDARY)
    list(APPEND line --add-exception-boundary)
  endif()
  foreach(option IN ITEMS lib-name naming on-overlap max-kernels)
    string(TOUPPER "${option}" keyword)
    string(REPLACE "-" "_" keyword "${keyword}")
    if(DEFINED arg_${keyword})
      list(APPEND line --${option} "${arg_${keyword}}")
    endif()
  endforeach()
  if(DEFINED arg_SHARDS)
    list(APPEND line --num-shards ${arg_SHARDS})
  endif()
  set(${options} "${line}" PARENT_SCOPE)
  set(${yamls} "${inputs}" PARENT_SCOPE)
  set(${yamls}_files "${paths}" PARENT_SCOPE)
endfunction()

# Two libraries of one name would have one function twice. Sets others to the names in use.
function(_dispatchless_executorch_names target name mode)
  get_property(used GLOBAL PROPERTY DISPATCHLESS_EXECUTORCH_NAMES)
  get_property(unnamed GLOBAL PROPERTY DISPATCHLESS_EXECUTORCH_UNNAMED)
  set(others ${used} PARENT_SCOPE)
  # Not if(name): `n`, `off` and others are false.
  if(NOT name STREQUAL "")
    set_property(GLOBAL APPEND PROPERTY DISPATCHLESS_EXECUTORCH_NAMES "${name}")
  elseif(NOT mode STREQUAL "static")
    if(unnamed)
      message(FATAL_ERROR "dispatchless_executorch_library: ${unnamed} and ${target} have no "
                          "LIB_NAME, and both would define the same function; name one of them")
    endif()
    set_property(GLOBAL PROPERTY DISPATCHLESS_EXECUTORCH_UNNAMED "${target}")
  endif()
endfunction()

# The files depend on the options and not on the operators, so that they are listed for a yaml without
# any: the real ones may be made in the build. Checks the options, and the library's name against the
# others.
function(_dispatchless_executorch_files result directory)
  set(empty "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/no_operators.yaml")
  set(inputs "")
  if(arg_FUNCTIONS_YAML)
    list(APPEND inputs --functions-yaml-path "${empty}")
  endif()
  if(arg_CUSTOM_OPS_YAML)
    list(APPEND inputs --custom-ops-yaml-path "${empty}")
  endif()
  if(NOT "${others}" STREQUAL "")
    list(APPEND inputs --other-lib-names ${others})
  endif()
  _dispatchless_list_files(listed executorch-gen ${inputs} ${ARGN})
  set(files "")
  foreach(path IN LISTS listed)
    cmake_path(NORMAL_PATH path)
    # The same text as its shards, for builds that compile one file.
    if(NOT path MATCHES "Everything\\.cpp$")
      list(APPEND files "${path}")
    endif()
  endforeach()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# Sets <result> to the selected_operators.yaml, if operators are selected. Reads the arg_ variables.
function(_dispatchless_executorch_selection result target directory)
  _dispatchless_absolute(selection ${arg_SELECTION_YAML})
  if(NOT arg_OPERATORS AND NOT arg_MODELS)
    set(${result} "${selection}" PARENT_SCOPE)
    return()
  endif()
  get_property(command GLOBAL PROPERTY DISPATCHLESS_COMMAND)
  set(output "${directory}/selected_operators.yaml")
  set(line --output-path "${output}")
  _dispatchless_absolute(models ${arg_MODELS})
  foreach(model IN LISTS models)
    list(APPEND line --model-file-path "${model}")
  endforeach()
  if(arg_OPERATORS)
    list(JOIN arg_OPERATORS "," operators)
    list(APPEND line --root-ops "${operators}")
  endif()
  if(selection)
    list(APPEND line --selection-yaml-path "${selection}")
  endif()
  _dispatchless_write_changed("${directory}/.selection" "${line}\n")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${command} executorch-oplist ${line}
    DEPENDS ${models} ${selection} "${directory}/.selection"
    COMMENT "Selecting the operators of ${target}"
    VERBATIM)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# The target, with the header and the macros that say how its functions are exported.
function(_dispatchless_executorch_add target type mode directory)
  add_library(${target} ${type} ${ARGN})
  add_dependencies(${target} ${target}_generated)
  target_include_directories(${target} PRIVATE "${directory}/sources")
  _dispatchless_link_executorch(${target} ${arg_RUNTIME})
  if(mode STREQUAL "static")
    target_include_directories(${target} PRIVATE "${directory}/include")
    return()
  endif()
  set(lib "${arg_LIB_NAME}")
  if(lib STREQUAL "")
    set(lib all)
  endif()
  string(TOUPPER "${lib}_KERNELS" prefix)
  if(type STREQUAL "STATIC")
    target_compile_definitions(${target} PUBLIC ${prefix}_STATIC)
  else()
    set_target_properties(
      ${target} PROPERTIES DEFINE_SYMBOL ${prefix}_EXPORTS CXX_VISIBILITY_PRESET hidden
                           VISIBILITY_INLINES_HIDDEN ON)
    target_compile_definitions(${target} INTERFACE ${prefix}_SHARED)
  endif()
  set(headers ${ARGN})
  list(FILTER headers INCLUDE REGEX "^${directory}/include/")
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${directory}/include" FILES ${headers})
endfunction()

# Links ARGN, or the runtime that is known: of the wheel, of an installed or of a surrounding build.
function(_dispatchless_link_executorch target)
  if(ARGN)
    target_link_libraries(${target} PUBLIC ${ARGN})
  elseif(TARGET executorch::runtime)
    target_link_libraries(${target} PUBLIC executorch::runtime)
  elseif(TARGET executorch_core)
    target_link_libraries(${target} PUBLIC executorch_core)
  elseif(EXECUTORCH_RUNTIME_LIBRARY_DIR)
    # Before CMake 3.28 the wheel has no targets, only variables. Its paths are this machine's, so
    # that they are not exported with the library.
    set(runtime "${EXECUTORCH_RUNTIME_LIBRARY_DIR}/libexecutorch${CMAKE_SHARED_LIBRARY_SUFFIX}")
    target_include_directories(
      ${target} SYSTEM PUBLIC "$<BUILD_INTERFACE:${EXECUTORCH_INCLUDE_DIRS}>")
    target_compile_definitions(${target} PUBLIC ${EXECUTORCH_COMPILE_DEFINITIONS})
    target_link_libraries(${target} PUBLIC "$<BUILD_INTERFACE:${runtime}>")
  else()
    message(FATAL_ERROR "dispatchless: call find_package(executorch REQUIRED) first, with the folder "
                        "of the installed package `executorch` in CMAKE_PREFIX_PATH, or give RUNTIME")
  endif()
  target_compile_features(${target} PUBLIC cxx_std_17)
endfunction()

# Sets <mode> and <naming> to what the libraries have in common.
function(_dispatchless_executorch_agreed mode naming)
  list(GET ARGN 0 first)
  foreach(library IN LISTS ARGN)
    if(NOT TARGET ${library})
      message(FATAL_ERROR "dispatchless_executorch_register: there is no target ${library}")
    endif()
    get_target_property(name ${library} DISPATCHLESS_LIB_NAME)
    if(name STREQUAL "" OR name STREQUAL "name-NOTFOUND")
      message(FATAL_ERROR "dispatchless_executorch_register: ${library} has no LIB_NAME")
    endif()
    foreach(property IN ITEMS MODE NAMING)
      get_target_property(ours ${library} DISPATCHLESS_${property})
      get_target_property(theirs ${first} DISPATCHLESS_${property})
      if(NOT "${ours}" STREQUAL "${theirs}")
        message(FATAL_ERROR "dispatchless_executorch_register: ${first} has ${property} ${theirs}, "
                            "and ${library} has ${property} ${ours}")
      endif()
      set(common_${property} "${ours}")
    endforeach()
  endforeach()
  if(common_MODE STREQUAL "static")
    message(FATAL_ERROR "dispatchless_executorch_register: ${first} has MODE static, so that there "
                        "is no function to call")
  endif()
  set(${mode} "${common_MODE}" PARENT_SCOPE)
  set(${naming} "${common_NAMING}" PARENT_SCOPE)
endfunction()
