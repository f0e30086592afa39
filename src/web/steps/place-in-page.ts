/** What the page shows, as the part of its address behind #. */
export interface PlaceInPage {
  readonly run?: { readonly folder: number; readonly id: string };
  readonly step?: number;
  readonly view?: "finding";
}

export function readPlace(hash: string): PlaceInPage & { readonly token?: string } {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const run = /^(\d+)\/(.+)$/.exec(words.get("run") ?? "");
  const step = Number(words.get("step"));
  const token = words.get("token");
  return {
    ...(run ? { run: { folder: Number(run[1]), id: run[2]! } } : {}),
    ...(Number.isSafeInteger(step) && step > 0 ? { step } : {}),
    ...(words.get("view") === "finding" ? { view: "finding" } : {}),
    ...(token ? { token } : {}),
  };
}

/** The token is never in it: an address that is passed on lets nobody in. */
export function placeText({ run, step, view }: PlaceInPage): string {
  const words = [
    ...(run ? [`run=${run.folder}/${encodeURIComponent(run.id).replaceAll("%2F", "/")}`] : []),
    ...(step === undefined ? [] : [`step=${step}`]),
    ...(view ? [`view=${view}`] : []),
  ];
  return `#${words.join("&")}`;
}
