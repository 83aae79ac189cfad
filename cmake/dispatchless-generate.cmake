# Running the generator, at configure time for the names of the files and at build time for the files.
#
# A stamp is the rule's output and the files are its byproducts. The generator writes only what has
# changed, and Ninja and make then compile only that. (As outputs, unchanged files would be older than
# their inputs and the rule would run in every build.)

# Sets <result> to the files that a run with these arguments writes; its errors are errors of CMake.
function(_dispatchless_list_files result)
  get_property(command GLOBAL PROPERTY DISPATCHLESS_COMMAND)
  execute_process(
    COMMAND ${command} ${ARGN} --dry-run
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE problem
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "dispatchless: nothing can be generated\n${problem}")
  endif()
  string(REPLACE "\n" ";" files "${output}")
  list(TRANSFORM files STRIP)
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# The target <target>_generated, which runs the generator where one of its inputs, one of its own
# modules or the command line has changed.
function(_dispatchless_generate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIRECTORY" "ARGUMENTS;FILES;DEPENDS")
  get_property(command GLOBAL PROPERTY DISPATCHLESS_COMMAND)
  set(stamp "${arg_DIRECTORY}/.stamp")
  set(line "${arg_DIRECTORY}/.command")
  _dispatchless_write_changed("${line}" "${command};${arg_ARGUMENTS}\n")
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${arg_FILES}
    COMMAND ${command} ${arg_ARGUMENTS} --depfile "${arg_DIRECTORY}/.depfile" --stamp "${stamp}"
    DEPENDS ${arg_DEPENDS} "${line}"
    DEPFILE "${arg_DIRECTORY}/.depfile"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Generating the sources of ${target}"
    VERBATIM)
  add_custom_target(${target}_generated DEPENDS "${stamp}")
endfunction()

function(_dispatchless_write_changed path text)
  if(EXISTS "${path}")
    file(READ "${path}" old)
    if(old STREQUAL text)
      return()
    endif()
  endif()
  file(WRITE "${path}" "${text}")
endfunction()

# Sets <result> to a list of paths, those that are relative being in the current source folder.
function(_dispatchless_absolute result)
  set(paths "")
  foreach(path IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND paths "${path}")
  endforeach()
  set(${result} "${paths}" PARENT_SCOPE)
endfunction()

# Sets <result> to STATIC or SHARED: what was asked for, else what BUILD_SHARED_LIBS says.
function(_dispatchless_library_type result static shared default)
  if(static AND shared)
    message(FATAL_ERROR "dispatchless: a library is STATIC or SHARED, not both")
  elseif(static)
    set(type STATIC)
  elseif(shared)
    set(type SHARED)
  elseif(NOT DEFINED BUILD_SHARED_LIBS)
    set(type ${default})
  elseif(BUILD_SHARED_LIBS)
    set(type SHARED)
  else()
    set(type STATIC)
  endif()
  set(${result} ${type} PARENT_SCOPE)
endfunction()

# Refuses arguments that a function does not know, and keywords without a value. Reads arg_*, and of its
# caller `given`, all arguments, and `one`, the keywords with one value.
macro(_dispatchless_check_arguments name)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${name}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${name}: no value is given for ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(keyword IN LISTS one)
    if(keyword IN_LIST given AND "${arg_${keyword}}" STREQUAL "")
      message(FATAL_ERROR "${name}: the value of ${keyword} is empty")
    endif()
  endforeach()
endmacro()
