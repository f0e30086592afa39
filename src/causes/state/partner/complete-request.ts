import type { Run } from "../../../run/run.ts";
import type { StateRequest } from "../request.ts";
import { partnerNotes } from "../story/partner.ts";
import { findPartner } from "./find-partner.ts";
import type { Partner } from "./partner.ts";

const partnerFile = "partner.json";

/** A request without a passing command gets one. A resumed run takes the same as before. */
export async function completeRequest(run: Run, request: StateRequest): Promise<StateRequest> {
  if (request.pass.length > 0) return request;
  const partner = run.record.load<Partner>(partnerFile) ?? (await findPartner(run, request));
  run.record.save(partnerFile, partner);
  for (const sentence of partnerNotes(partner)) run.note(sentence);
  return withPartner(request, partner);
}

/** The request as if the user had given the commands. */
function withPartner(request: StateRequest, partner: Partner): StateRequest {
  const { command: pass, failing, others } = partner;
  const also = { ...request.also, pass: [...request.also.pass, ...others.map(({ command }) => ({ words: command }))] };
  return { ...request, pass, fail: failing.command, also, partner };
}
