import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const deploy = fileURLToPath(new URL("../../deploy", import.meta.url));
const textOf = (path: string) => readFileSync(join(deploy, path), "utf8");

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: object;
  readonly volumes: object;
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
        readonly volumes?: readonly { readonly name: string }[];
      };
    };
  };
}

const compose: Compose = parse(textOf("compose.yaml"));
const services = Object.entries(compose.services);
const { resources, images } = parse(textOf("kubernetes/kustomization.yaml")) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
};

/** What runs in pods, with the volumes that a pod has. */
const pods = resources
  .filter((path) => path.endsWith(".yaml"))
  .flatMap((path) => parseAllDocuments(textOf(join("kubernetes", path))))
  .map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  })
  .filter(({ spec }) => spec !== undefined && "template" in spec)
  .map(({ spec: { template, volumeClaimTemplates = [] } }) => ({
    containers: [...(template.spec.initContainers ?? []), ...template.spec.containers],
    volumes: [
      ...(template.spec.volumes ?? []).map(({ name }) => name),
      ...volumeClaimTemplates.map(({ metadata }) => metadata.name),
    ],
  }));

test("the services of compose.yaml depend on services, and use networks and volumes, that are there", () => {
  for (const [, { networks = [], volumes = [], depends_on = [] }] of services) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed));
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...networks]));
    const named = volumes.map((each) => each.split(":")[0]!).filter((name) => !name.startsWith("."));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
  }
});

test("the resources of Kubernetes are there, and mount volumes that their pods have", () => {
  for (const path of resources) expect(existsSync(join(deploy, "kubernetes", path)), path).toBe(true);
  expect(pods.length).toBeGreaterThan(3);
  for (const { containers, volumes } of pods) {
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
    expect(volumes).toEqual(expect.arrayContaining(mounted));
  }
});

test("both run the same images, each at a fixed version", () => {
  const here = services.flatMap(([, { image = "" }]) => (image.includes("buildbarn") ? [image] : []));
  const there = images.filter(({ name }) => name.includes("buildbarn")).map(({ name, newTag }) => `${name}:${newTag}`);
  expect(new Set(here)).toEqual(new Set(there));
  const used = pods.flatMap(({ containers }) => containers.map(({ image }) => image));
  const fixed = images.map(({ name }) => name);
  expect(used.filter((image) => !image.includes(":") && !fixed.includes(image))).toEqual([]);
});

test("all configuration that a program is started with is there, and goes to Kubernetes, too", () => {
  const started = [
    ...services.flatMap(([, { command = [] }]) => command),
    ...pods.flatMap(({ containers }) => containers.flatMap(({ args = [], command = [] }) => [...args, ...command])),
  ].filter((word) => word.endsWith(".jsonnet"));
  const files = readdirSync(join(deploy, "config")).filter((name) => name.endsWith("sonnet"));
  expect(files.map((name) => `/config/${name}`)).toEqual(expect.arrayContaining(started));
  const { configMapGenerator } = parse(textOf("config/kustomization.yaml"));
  expect(configMapGenerator[0].files).toEqual(files);
});
