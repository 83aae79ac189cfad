# find_package(dispatchless): libraries of generated sources, rebuilt only where something changed.
#
#   dispatchless_torch_library(<target> ...)          dispatchless-torch.cmake
#   dispatchless_executorch_library(<target> ...)     dispatchless-executorch.cmake
#   dispatchless_executorch_register(<target> ...)    dispatchless-executorch.cmake
#
# Each file tells its arguments. The functions run the command `dispatchless` of the installation that
# this file belongs to; -DPython_EXECUTABLE=PATH names the interpreter of another. The command is in
# DISPATCHLESS_COMMAND.

cmake_minimum_required(VERSION 3.23...4.0)

include("${CMAKE_CURRENT_LIST_DIR}/dispatchless-command.cmake")
_dispatchless_find_command(DISPATCHLESS_COMMAND dispatchless_NOT_FOUND_MESSAGE)
if(NOT DISPATCHLESS_COMMAND)
  set(dispatchless_FOUND FALSE)
  return()
endif()
# The functions may be called from other folders than the one that found the package.
set_property(GLOBAL PROPERTY DISPATCHLESS_COMMAND "${DISPATCHLESS_COMMAND}")

include("${CMAKE_CURRENT_LIST_DIR}/dispatchless-generate.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/dispatchless-torch.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/dispatchless-executorch.cmake")
