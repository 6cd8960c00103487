import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

const labels = z.record(z.string(), z.string());
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
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
  data: z.record(z.string(), z.string()).optional(),
  spec: z
    .looseObject({
      replicas: z.number().optional(),
      selector: z.looseObject({ matchLabels: labels.optional() }).optional(),
      podSelector: z.looseObject({ matchLabels: labels.optional() }).optional(),
      template: z
        .looseObject({ metadata: z.looseObject({ labels, annotations: labels.optional() }), spec: pod })
        .optional(),
      egress: z.array(z.unknown()).optional(),
      scaleTargetRef: z.looseObject({ name: z.string() }).optional(),
    })
    .optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** Helm, where this machine has one: `HELM` names it, or it is on the path. */
const helm = process.env.HELM ?? 'helm';
export const hasHelm = spawnSync(helm, ['version']).status === 0;

/** Runs Helm on the chart as release `js`. */
export function runHelm(command: 'lint' | 'template', ...sets: string[]) {
  const chart = projectFile('ops/chart');
  const args = command === 'lint' ? ['lint', '--strict', chart] : ['template', 'js', chart];
  const values = sets.flatMap((set) => ['--set', set]);
  return spawnSync(helm, [...args, '--kube-version', '1.30.0', ...values], { encoding: 'utf8' });
}

/** The documents that the chart makes of these values. Throws what Helm says against them. */
export function renderChart(...sets: string[]): Manifest[] {
  const { status, stdout, stderr } = runHelm('template', ...sets);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document): unknown => document.toJS())
    .filter((document) => document !== null)
    .map((document) => manifest.parse(document));
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
