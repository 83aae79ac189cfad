# Which command generates: that of the installation that these files are part of. CMake's own search
# for Python takes any interpreter, so every candidate is asked where its CMake files are.

# Sets <result> to the command (a list), or to nothing and <message> to what was tried.
function(_dispatchless_find_command result message)
  set(command "")
  set(tried "")
  foreach(variable IN ITEMS Python_EXECUTABLE Python3_EXECUTABLE)
    if(DEFINED CACHE{${variable}} AND NOT "${${variable}}" STREQUAL "")
      # Asked for by the user: this interpreter or none.
      _dispatchless_try_command(command tried OTHER "${${variable}}" -m dispatchless)
      if(NOT command)
        set(${message} "${variable} has no dispatchless of this version:${tried}" PARENT_SCOPE)
      endif()
      set(${result} "${command}" PARENT_SCOPE)
      return()
    endif()
  endforeach()

  set(here "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  foreach(python IN ITEMS "${Python_EXECUTABLE}" "${Python3_EXECUTABLE}" "${PYTHON_EXECUTABLE}")
    _dispatchless_try_command(command tried SAME "${python}" -m dispatchless)
  endforeach()
  # prefix/lib/pythonX.Y/site-packages/dispatchless/cmake; prefix/Lib/site-packages/... on Windows;
  # and `pip install --target`.
  foreach(script IN ITEMS ../../../../../bin/dispatchless ../../../../Scripts/dispatchless.exe
                          ../../bin/dispatchless)
    if(EXISTS "${here}/${script}")
      cmake_path(SET path NORMALIZE "${here}/${script}")
      _dispatchless_try_command(command tried SAME "${path}")
    endif()
  endforeach()
  foreach(name IN ITEMS dispatchless python3 python)
    unset(found)
    find_program(found ${name} NO_CACHE)
    if(found AND name STREQUAL "dispatchless")
      _dispatchless_try_command(command tried SAME "${found}")
    elseif(found)
      _dispatchless_try_command(command tried SAME "${found}" -m dispatchless)
    endif()
  endforeach()
  if(NOT command)
    string(
      CONCAT text
             "no Python interpreter was found that has the dispatchless of ${here}; give "
             "-DPython_EXECUTABLE=PATH or put the environment's bin folder on PATH. Tried:${tried}")
    set(${message} "${text}" PARENT_SCOPE)
  endif()
  set(${result} "${command}" PARENT_SCOPE)
endfunction()

# Unless <_result> is set: try the command ARGN, and note why it is not taken. SAME: it must belong to
# these files. OTHER: an installation of the same version elsewhere will do.
function(_dispatchless_try_command _result _tried installation)
  if(${_result} OR "${ARGV3}" STREQUAL "")
    return()
  endif()
  execute_process(
    COMMAND ${ARGN} --cmake-dir
    RESULT_VARIABLE status
    OUTPUT_VARIABLE folder
    ERROR_VARIABLE problem
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE)
  list(JOIN ARGN " " text)
  string(REGEX REPLACE ".*\n" "" problem "${problem}")
  if(NOT status EQUAL 0)
    set(${_tried} "${${_tried}}\n  ${text}: ${problem}" PARENT_SCOPE)
    return()
  endif()
  file(REAL_PATH "${CMAKE_CURRENT_FUNCTION_LIST_DIR}" here)
  file(REAL_PATH "${folder}" folder)
  set(version_file dispatchless-config-version.cmake)
  if(folder STREQUAL here)
    set(${_result} "${ARGN}" PARENT_SCOPE)
  elseif(installation STREQUAL "OTHER" AND EXISTS "${folder}/${version_file}")
    file(READ "${here}/${version_file}" ours)
    file(READ "${folder}/${version_file}" theirs)
    if(ours STREQUAL theirs)
      set(${_result} "${ARGN}" PARENT_SCOPE)
    else()
      set(${_tried} "${${_tried}}\n  ${text}: is another version, in ${folder}" PARENT_SCOPE)
    endif()
  else()
    set(${_tried} "${${_tried}}\n  ${text}: belongs to ${folder}" PARENT_SCOPE)
  endif()
endfunction()
