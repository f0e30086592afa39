import type { InputRequest } from "../../../src/causes/input/request.ts";
import { anyRequest } from "../../run/finished-run.ts";

/** A request to simplify a file, with what a test wants to be different. */
export function inputRequest(about: Partial<InputRequest> & Pick<InputRequest, "failing">): InputRequest {
  return {
    ...anyRequest,
    goal: "simplify",
    by: "auto",
    search: "auto",
    causes: 1,
    placeholder: "{}",
    literal: false,
    contents: [],
    ...about,
  };
}
