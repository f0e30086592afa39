/*
 * Places as the log has them: one word, the same in every run wherever the loader puts things.
 *
 *   MODULE+0xOFFSET<0xCALLER<0xCALLER!ACTION@OBJECT
 *
 * Callers are in the same module, innermost first. OBJECT is MODULE+0xOFFSET, or a lane. It is left out for what is on
 * a heap or a stack, as no name of that stays the same.
 */
#include "../runtime.h"
#include <stdio.h>
#include <string.h>
#include <unwind.h>

struct text { char *at, *end; };

static void put_text(struct text *into, const char *text);
static void put_address(struct text *into, const struct module *module, const void *address);
static void put_callers(struct text *into, const struct module *module, const void *const *callers);

size_t format_place(char *into, size_t size, const struct lane *lane) {
  const struct code_place *place = &lane->place;
  struct text text = { into, into + size - 1 };
  const struct module *module = find_module(place->pc);
  if (module) put_address(&text, module, place->pc);
  else put_text(&text, "?+0x0");
  if (module) put_callers(&text, module, lane->callers);
  if (place->action) {
    put_text(&text, "!");
    put_text(&text, place->action);
  }
  const struct module *object_module = place->object ? find_known_module(place->object) : NULL;
  if (place->lane || object_module) put_text(&text, "@");
  if (place->lane) put_text(&text, place->lane->name);
  else if (object_module) put_address(&text, object_module, place->object);
  *text.at = 0;
  return text.at - into;
}

size_t format_code(char *into, size_t size, const void *pc) {
  struct text text = { into, into + size - 1 };
  const struct module *module = find_module(pc);
  if (module) put_address(&text, module, pc);
  *text.at = 0;
  return text.at - into;
}

static void put_text(struct text *into, const char *text) {
  while (*text && into->at < into->end) *into->at++ = *text++;
}

static void put_address(struct text *into, const struct module *module, const void *address) {
  char offset[32];
  put_text(into, module->word);
  snprintf(offset, sizeof offset, "+0x%lx", (unsigned long)((uintptr_t)address - module->base));
  put_text(into, offset);
}

static void put_callers(struct text *into, const struct module *module, const void *const *callers) {
  char offset[32];
  for (int i = 0; i < MAX_CALLERS && callers[i] && find_module(callers[i]) == module; i++) {
    snprintf(offset, sizeof offset, "<0x%lx", (unsigned long)((uintptr_t)callers[i] - module->base));
    put_text(into, offset);
  }
}

/* ---- finding the program's own code on the stack */

/* first: the innermost frame to record, if it is known */
struct program_frames { const void *first, *pcs[1 + MAX_CALLERS]; int count; };

static _Unwind_Reason_Code record_frame(struct _Unwind_Context *context, void *argument) {
  struct program_frames *frames = argument;
  int is_before_instruction = 0;
  const char *pc = (const char *)_Unwind_GetIPInfo(context, &is_before_instruction);
  if (!is_before_instruction) pc--;
  if (!is_program_code(pc) || (frames->count == 0 && frames->first && frames->first != pc)) return _URC_NO_REASON;
  frames->pcs[frames->count++] = pc;
  return frames->count <= MAX_CALLERS ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

/*
 * std::thread calls pthread_create from a library of the system: users want to see who called that. Code of a header
 * may be a function of its own in the program, and only its line shows that, so callers are kept.
 */
void locate_in_program(struct lane *me) {
  if (me->place.pc == me->entry) return; /* The lane has ended; its stack is empty. */
  struct program_frames frames = { .first = is_program_code(me->place.pc) ? me->place.pc : NULL };
  _Unwind_Backtrace(record_frame, &frames);
  if (frames.count) me->place.pc = frames.pcs[0];
  memcpy(me->callers, frames.pcs + 1, sizeof me->callers);
}
