# dispatchless_torch_library(<target> SPECS <yaml or folder>... [NAMESPACE <ns>] [KEYS <key>...]
#     [MODE static|manual] [LIB_NAME <name>] [NATIVE_FUNCTIONS <yaml>] [SOURCES <file>...]
#     [STATIC|SHARED])
#
# A library (SHARED, unless BUILD_SHARED_LIBS or STATIC says otherwise) of the generated sources of a
# specification, for torch.ops.load_library. Call find_package(Torch) before.
#
#   MODE static     kernels are registered when the library is loaded (the default)
#   MODE manual     by register_<lib>_kernels() of register_<lib>_kernels.h, which users of the target
#                   can include. The header is in the target's file set HEADERS, so that
#                   install(TARGETS <target> FILE_SET HEADERS) installs it.
#   KEYS            the backends: CPU, Meta, CUDA, ...
#   SOURCES         further sources
#
# Torch's headers take seconds to compile in every source, so that the generated ones are compiled
# together (UNITY_BUILD); set the target's property to OFF for one object file each.
function(dispatchless_torch_library target)
  set(given "${ARGN}")
  set(one NAMESPACE MODE LIB_NAME NATIVE_FUNCTIONS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED" "${one}" "SPECS;KEYS;SOURCES")
  _dispatchless_check_arguments(dispatchless_torch_library)
  if(NOT arg_SPECS)
    message(FATAL_ERROR "dispatchless_torch_library: no SPECS, the yaml specifications")
  endif()
  if(NOT TARGET torch)
    message(FATAL_ERROR "dispatchless_torch_library: call find_package(Torch REQUIRED) first, with "
                        "the output of `python -c 'import torch; "
                        "print(torch.utils.cmake_prefix_path)'` in CMAKE_PREFIX_PATH")
  endif()
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/dispatchless/${target}")
  _dispatchless_absolute(specs ${arg_SPECS})
  _dispatchless_torch_arguments(arguments public "${directory}")
  _dispatchless_specification_files(files folders ${specs})
  # The generated files depend on the operators: another list of files is another build.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  _dispatchless_list_files(generated ${arguments})
  _dispatchless_generate(
    ${target} DIRECTORY "${directory}" ARGUMENTS ${arguments} FILES ${generated} DEPENDS ${files})

  _dispatchless_library_type(type "${arg_STATIC}" "${arg_SHARED}" SHARED)
  add_library(${target} ${type} ${generated} ${arg_SOURCES})
  add_dependencies(${target} ${target}_generated)
  target_include_directories(${target} PRIVATE "${directory}/sources" ${folders})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PUBLIC ${TORCH_LIBRARIES})
  if(NOT DEFINED CMAKE_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
    if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
      set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 24)
    endif()
  endif()
  set_source_files_properties(${arg_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(public)
    _dispatchless_public_copy(${target} "${directory}" ${public})
  endif()
endfunction()

# Sets <arguments> to the command line, and <public> to the name of the header for applications.
# Reads the arg_ variables of its caller.
function(_dispatchless_torch_arguments arguments public directory)
  set(line generate ${specs} --out "${directory}/sources")
  set(header "")
  set(lib dispatchless)
  # Not if(arg_NAMESPACE): `n`, `off` and others are false.
  if(NOT "${arg_NAMESPACE}" STREQUAL "")
    list(APPEND line --namespace ${arg_NAMESPACE})
    set(lib ${arg_NAMESPACE})
  endif()
  if(NOT "${arg_LIB_NAME}" STREQUAL "")
    list(APPEND line --lib-name ${arg_LIB_NAME})
    set(lib ${arg_LIB_NAME})
  endif()
  if(arg_KEYS)
    list(JOIN arg_KEYS "," keys)
    list(APPEND line --keys ${keys})
  endif()
  if(arg_NATIVE_FUNCTIONS)
    _dispatchless_absolute(native ${arg_NATIVE_FUNCTIONS})
    list(APPEND line --native-functions "${native}")
  endif()
  if(NOT DEFINED arg_MODE OR arg_MODE STREQUAL "static")
    list(APPEND line --static-registration)
  elseif(arg_MODE STREQUAL "manual")
    list(APPEND line --manual-registration)
    set(header register_${lib}_kernels.h)
  else()
    message(FATAL_ERROR "dispatchless_torch_library: MODE is static or manual, not ${arg_MODE}")
  endif()
  set(${arguments} "${line}" PARENT_SCOPE)
  set(${public} "${header}" PARENT_SCOPE)
endfunction()

# Sets <files> to the yaml files of the specifications, a folder being those directly inside it, and
# <folders> to where they are: the headers of composites are named relative to them.
function(_dispatchless_specification_files files folders)
  set(found "")
  set(places "")
  foreach(path IN LISTS ARGN)
    if(IS_DIRECTORY "${path}")
      file(GLOB inside CONFIGURE_DEPENDS "${path}/*.yaml" "${path}/*.yml")
      list(APPEND found ${inside})
      list(APPEND places "${path}")
    else()
      list(APPEND found "${path}")
      cmake_path(GET path PARENT_PATH place)
      list(APPEND places "${place}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES places)
  set(${files} "${found}" PARENT_SCOPE)
  set(${folders} "${places}" PARENT_SCOPE)
endfunction()

# Puts one generated header where it is alone, and makes it public.
function(_dispatchless_public_copy target directory header)
  set(copy "${directory}/include/${header}")
  add_custom_command(
    OUTPUT "${copy}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${directory}/sources/${header}" "${copy}"
    DEPENDS "${directory}/.stamp"
    VERBATIM)
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${directory}/include" FILES "${copy}")
endfunction()
