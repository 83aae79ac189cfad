// Programs (.pte).
#pragma once

#include "calls.h"

#include <executorch/extension/module/module.h>

extern "C" {

using executorch::extension::Module;

Module* dispatchless_et_new_program(const char* path) { return new Module(path); }
void dispatchless_et_delete_program(Module* program) { delete program; }

int dispatchless_et_load_method(Module* program, const char* method, const Table* table) {
  return dispatchless_executorch::guarded([&] {
    return program->load_method(
        method, nullptr, nullptr, nullptr,
        table == nullptr ? std::vector<executorch::runtime::Kernel>() : table->kernels);
  });
}

// The outputs' data is the program's.
int dispatchless_et_execute(
    Module* program, const char* method, Values* inputs, Values* outputs) {
  return dispatchless_executorch::guarded([&] {
    auto result = program->execute(method, inputs->values);
    if (result.ok()) {
      for (const EValue& output : *result) {
        outputs->add(output);
      }
    }
    return result.error();
  });
}

}  // extern "C"
