import { readFileSync } from 'node:fs';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

const labels = z.record(z.string(), z.string());
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  env: z.array(z.looseObject({ name: z.string() })).default([]),
  resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
  securityContext: z.looseObject({}),
});
const pod = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  securityContext: z.looseObject({ runAsNonRoot: z.boolean() }),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string(), configMap: z.object({ name: z.string() }).optional() })),
});

/** A manifest document, with the parts that tests read. */
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z
    .looseObject({
      replicas: z.number().optional(),
      selector: z.looseObject({ matchLabels: labels.optional() }).optional(),
      template: z.looseObject({ metadata: z.looseObject({ labels }), spec: pod }).optional(),
      scaleTargetRef: z.looseObject({ name: z.string() }).optional(),
    })
    .optional(),
});
export type Manifest = z.infer<typeof manifest>;

const kustomization = z.looseObject({
  resources: z.array(z.string()),
  configMapGenerator: z.array(
    z.object({ name: z.string(), files: z.array(z.string()).default([]), envs: z.array(z.string()).default([]) }),
  ),
  images: z.array(z.looseObject({ name: z.string() })),
});

const read = (file: string): string => readFileSync(projectFile(`ops/kubernetes/${file}`), 'utf8');

export const readKustomization = () => kustomization.parse(parse(read('kustomization.yaml')));

/** Every document in the files that kustomization.yaml lists. */
export function readManifests(): Manifest[] {
  const documents = readKustomization().resources.flatMap((file) => parseAllDocuments(read(file)));
  return documents.map((document) => manifest.parse(document.toJS()));
}

const kept = z
  .object({ roots: z.record(z.string(), z.string()), schemas: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(projectFile('test/fixtures/kubernetes/schemas.json'), 'utf8')));
const validator = new AjvJsonSchemaValidator();

/** What is wrong with a manifest by the stored Kubernetes schemas; `''` = nothing. Unknown fields are errors. */
export function manifestErrors({ apiVersion, kind, ...rest }: Record<string, unknown>): string {
  const root = kept.roots[`${apiVersion}/${kind}`];
  if (root === undefined) return `There is no schema of ${apiVersion} ${kind}.`;
  const schema = { $ref: `#/components/schemas/${root}`, components: { schemas: kept.schemas } };
  return validator.getValidator(schema)({ apiVersion, kind, ...rest }).errorMessage ?? '';
}
