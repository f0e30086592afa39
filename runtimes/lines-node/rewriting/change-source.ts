import { Edits } from "../../shared/edits.ts";
import { CodePositions, hashOf, type SiteId } from "../sites/site-id.ts";
import { changeSite, type SitePlace } from "./change-site.ts";

/** The source with one site changed; undefined: the site is not in it. No line moves. */
export function changeSource(source: string, site: SiteId, change: string): string | undefined {
  const place = placeOf(site, source);
  const edits = new Edits(source);
  const finish = place && changeSite(place, change, edits);
  if (!finish) return undefined;
  finish();
  return edits.apply().text;
}

function placeOf({ position, length, hash, type, cuts, effect }: SiteId, source: string): SitePlace | undefined {
  const start = new CodePositions(source).offsetOf(position);
  const end = start + length;
  return hashOf(source.slice(start, end)) === hash ? { source, start, end, type, cuts, effect } : undefined;
}
