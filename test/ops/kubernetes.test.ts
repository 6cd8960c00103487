import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../shared/config.js';
import { projectFile } from '../../shared/project-file.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { type Manifest, manifestErrors, readKustomization, readManifests } from './read-manifests.js';

const read = (file: string): string => readFileSync(projectFile(file), 'utf8');
const files = readdirSync(projectFile('ops/kubernetes'));
const manifests = readManifests();
const { resources, configMapGenerator, images } = readKustomization();
const named = (kind: string) => manifests.filter((each) => each.kind === kind);
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const pods = manifests.flatMap((each) => (each.spec?.template === undefined ? [] : [each.spec.template]));

describe('the schemas', () => {
  const budget = (spec: object) => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: {}, spec });

  test('accept valid manifests and refuse unknown fields, wrong types and unknown kinds', () => {
    expect(manifestErrors(budget({ maxUnavailable: 1, selector: { matchLabels: { app: 'a' } } }))).toBe('');
    expect(manifestErrors(budget({ maxUnavailible: 1 }))).toMatch(/additional properties/);
    expect(manifestErrors(budget({ selector: { matchLabels: { app: 1 } } }))).toMatch(/string/);
    expect(manifestErrors({ apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget' })).toMatch(/no schema/);
  });
});

describe('ops/kubernetes', () => {
  test.each(manifests.map((each) => [nameOf(each), each] as const))('%s is valid', (_, each) => {
    expect(manifestErrors(each)).toBe('');
  });

  test('lists every file, and no missing one', () => {
    const used = [...resources, ...configMapGenerator.flatMap((each) => [...each.files, ...each.envs])];
    expect(used.sort()).toEqual(files.filter((file) => file !== 'kustomization.yaml').sort());
  });

  test('leaves the number of pods to the autoscaler where there is one, and has a disruption budget for them', () => {
    const targets = named('HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef?.name);
    expect(targets.sort()).toEqual(['api', 'worker-browser', 'worker-http']);
    for (const { spec, metadata } of named('Deployment')) {
      expect(targets).toContain(metadata.name);
      expect(spec?.replicas).toBeUndefined();
      const { labels } = spec?.template?.metadata ?? {};
      expect(labels).toMatchObject(spec?.selector?.matchLabels ?? { none: '' });
      const budgets = named('PodDisruptionBudget').filter(
        (each) => each.spec?.selector?.matchLabels?.app === labels?.app,
      );
      expect(budgets.map(nameOf)).toEqual([`PodDisruptionBudget ${metadata.name}`]);
    }
  });

  test('rolls the pods when settings, sources or scripts change: each ConfigMap has a content hash in its name', () => {
    const generated = configMapGenerator.map(({ name }) => name);
    const used = pods.flatMap(({ spec }) => [
      ...spec.containers.flatMap(({ envFrom }) => envFrom.map(({ configMapRef }) => configMapRef.name)),
      ...spec.volumes.flatMap(({ configMap }) => (configMap === undefined ? [] : [configMap.name])),
    ]);
    expect([...new Set(used)].sort()).toEqual(generated.sort());
    expect(named('ConfigMap')).toEqual([]);
  });

  test('sets no unknown setting', () => {
    const names = [
      ...[...read('ops/kubernetes/settings.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name),
      ...pods.flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env.map(({ name }) => name))),
    ].map((name) => name.replace(/_FILE$/, ''));
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(Object.keys(configSchema.shape)).toContain(name);
  });

  test('pins an image for every container, and hardens each', () => {
    expect(pods).toHaveLength(4);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      for (const { image, securityContext } of spec.containers) {
        expect([...images.map(({ name }) => name), 'redis:7-bookworm']).toContain(image);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  test('probes paths of the admin port', () => {
    const text = resources.map((file) => read(`ops/kubernetes/${file}`)).join('\n');
    const probes = [...text.matchAll(/httpGet: \{ path: (\S+), port: (\w+) \}/g)];
    expect(new Set(probes.map(([, path, port]) => `${path} ${port}`))).toEqual(
      new Set(['/live admin', '/ready admin']),
    );
  });

  test('lets pods reach the trace collector that its settings name', () => {
    const [, host = '', port = ''] =
      /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/([\w.-]+):(\d+)/.exec(read('ops/kubernetes/settings.env')) ?? [];
    const traces = named('NetworkPolicy').find(({ metadata }) => metadata.name === 'traces');
    expect(traces?.spec).toMatchObject({
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': host.split('.')[1] } } }],
          ports: [{ port: Number(port) }],
        },
      ],
    });
  });

  test('mounts a writable folder for segments where searches run', () => {
    const spec = named('Deployment').find(({ metadata }) => metadata.name === 'worker-http')?.spec?.template?.spec;
    const [container] = spec?.containers ?? [];
    const folder = container?.env.find(({ name }) => name === 'SEGMENTS_DIR')?.value;
    expect(container).toMatchObject({
      volumeMounts: expect.arrayContaining([{ name: 'segments', mountPath: folder }]),
    });
    expect(spec?.volumes).toContainEqual({ name: 'segments', emptyDir: { sizeLimit: '8Gi' } });
  });

  test('has valid sources', () => {
    expect(readSourcesFile(read('ops/kubernetes/sources.json'), 'sources.json')).toHaveLength(2);
  });

  test('starts Redis with the script of docker/', () => {
    expect(read('ops/kubernetes/start-redis.sh')).toBe(read('docker/start-redis.sh'));
  });
});
