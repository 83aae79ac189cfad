// What the wheel's libraries were built with; first, before any other header of ExecuTorch.
#pragma once

#ifndef C10_USING_CUSTOM_GENERATED_MACROS
#define C10_USING_CUSTOM_GENERATED_MACROS
#endif
#ifndef ET_EVENT_TRACER_ENABLED
#define ET_EVENT_TRACER_ENABLED
#endif
