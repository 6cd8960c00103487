import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { configSchema } from '../../shared/config.js';
import { projectFile } from '../../shared/project-file.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { hasHelm, type Manifest, manifestErrors, renderChart, runHelm } from './render-chart.js';

const read = (file: string): string => readFileSync(projectFile(file), 'utf8');
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

describe('the schemas', () => {
  const budget = (spec: object) => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: {}, spec });

  test('accept valid manifests and refuse unknown fields, wrong types and unknown kinds', () => {
    expect(manifestErrors(budget({ maxUnavailable: 1, selector: { matchLabels: { app: 'a' } } }))).toBe('');
    expect(manifestErrors(budget({ maxUnavailible: 1 }))).toMatch(/additional properties/);
    expect(manifestErrors(budget({ selector: { matchLabels: { app: 1 } } }))).toMatch(/string/);
    expect(manifestErrors({ apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget' })).toMatch(/no schema/);
  });
});

describe('the files of ops/chart', () => {
  test('name the release, settings that exist, and valid sources', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(parse(read('ops/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
    const { settings } = parse(read('ops/chart/values.yaml')) as { settings: Record<string, string> };
    expect(Object.keys(configSchema.shape)).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(readSourcesFile(read('ops/chart/files/sources.json'), 'sources.json')).toHaveLength(2);
  });
});

const everything = [
  'keda.enabled=true',
  'serviceMonitor.enabled=true',
  'serviceMonitor.rules=true',
  'networkPolicies.web={443,587}',
  'networkPolicies.traces.enabled=true',
  'networkPolicies.opensearch.enabled=true',
  'redis.enabled=false',
  'redis.url=rediss://redis.example:6380',
  'image.pullSecrets={registry}',
  'workerBrowser.seccompProfile=',
];
if (!hasHelm) process.stderr.write('ops/chart is not rendered: no helm on the path, and HELM names none\n');

(hasHelm ? describe : describe.skip)('the rendered chart', () => {
  const documents = hasHelm ? renderChart() : [];
  const all = hasHelm ? renderChart(...everything) : [];
  const named = (kind: string, of = documents) => of.filter((each) => each.kind === kind);
  const pods = documents.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template]));
  const foreign = ['ScaledObject', 'ServiceMonitor', 'PrometheusRule'];

  test('passes lint, and is valid for Kubernetes', () => {
    const lint = runHelm('lint');
    expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
    for (const each of [...documents, ...all].filter(({ kind }) => !foreign.includes(kind)))
      expect([nameOf(each), manifestErrors(each)]).toEqual([nameOf(each), '']);
    expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(foreign));
  });

  test('refuses mistyped values, and no Redis at all', () => {
    expect(() => renderChart('api.replica=2')).toThrow(/'replica' not allowed/);
    expect(() => renderChart('api.replicas=two')).toThrow(/integer/);
    expect(() => renderChart('redis.enabled=false')).toThrow(/redis\/url/);
    expect(() => renderChart('settings.log_level=info')).toThrow(/log_level/);
  });

  test('has a disruption budget and policies for every pod, and all selectors find one', () => {
    for (const { spec, metadata } of named('Deployment')) {
      const { labels } = spec?.template?.metadata ?? {};
      expect(labels).toMatchObject(spec?.selector?.matchLabels ?? { none: '' });
      const budget = named('PodDisruptionBudget').find((each) => each.metadata.name === metadata.name);
      expect(labels).toMatchObject(budget?.spec?.selector?.matchLabels ?? { none: '' });
    }
    const selectors = named('NetworkPolicy', all).map(({ spec }) => spec?.podSelector?.matchLabels ?? {});
    expect(selectors).toHaveLength(9);
    for (const selector of selectors.filter(({ app }) => app !== 'redis'))
      expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(expect.objectContaining(selector));
  });

  test('leaves the number of pods to KEDA where it is on', () => {
    expect(named('Deployment').map(({ spec }) => spec?.replicas)).toEqual([2, 2, 1]);
    expect(named('Deployment', all).map(({ spec }) => spec?.replicas)).toEqual([undefined, undefined, undefined]);
    const targets = named('ScaledObject', all).map(({ spec }) => spec?.scaleTargetRef?.name);
    expect(targets.sort()).toEqual(
      named('Deployment', all)
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
  });

  test('takes its files from where they are kept: the alerts, and how Redis starts', () => {
    expect(named('PrometheusRule', all)[0]?.spec).toEqual(parse(read('ops/alerts.yml')));
    const scripts = named('ConfigMap').find(({ metadata }) => metadata.name === 'js-redis-scripts');
    expect(scripts?.data).toEqual({ 'start-redis.sh': read('docker/start-redis.sh') });
  });

  test('opens the ports that are named: for mail, and for Sentinels', () => {
    const sentinels = renderChart(
      'redis.enabled=false',
      'redis.url=redis+sentinel://a:26379\\,b:26379/main',
      'networkPolicies.externalRedis.ports={6379,26379}',
    );
    const portsOf = (name: string, of: Manifest[]) =>
      JSON.stringify(named('NetworkPolicy', of).find(({ metadata }) => metadata.name === name)?.spec?.egress);
    expect(portsOf('js-to-redis', sentinels)).toContain('"ports":[{"port":6379},{"port":26379}]');
    expect(portsOf('js-web', documents)).toContain('"ports":[{"port":80},{"port":443}]');
    expect(portsOf('js-web', all)).toContain('"ports":[{"port":443},{"port":587}]');
  });

  test('rolls the pods when settings or sources change', () => {
    const sums = (...sets: string[]) =>
      named('Deployment', renderChart(...sets)).map(
        ({ spec }) => spec?.template?.metadata.annotations?.['checksum/config'],
      );
    const [sum] = sums();
    expect(new Set(sums())).toEqual(new Set([sum]));
    expect(sums('api.replicas=3')[0]).toBe(sum);
    expect(sums('settings.LOG_LEVEL=debug')[0]).not.toBe(sum);
    expect(sums('sources=none')[0]).not.toBe(sum);
  });

  test('sets no unknown setting, and mounts what its settings name', () => {
    const data = named('ConfigMap').find(({ metadata }) => metadata.name === 'js-settings')?.data ?? {};
    const names = [
      ...Object.keys(data),
      ...pods.flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env)).map(({ name }) => name),
    ];
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) expect(Object.keys(configSchema.shape)).toContain(name.replace(/_FILE$/, ''));
    expect(data.REDIS_URL).toBe('redis://js-redis:6379');
    expect(all.find(({ metadata }) => metadata.name === 'js-settings')?.data?.REDIS_URL).toBe(
      'rediss://redis.example:6380',
    );
    const http = named('Deployment').find(({ metadata }) => metadata.name === 'js-worker-http')?.spec?.template?.spec;
    const folder = http?.containers[0]?.env.find(({ name }) => name === 'SEGMENTS_DIR')?.value;
    expect(http?.containers[0]).toMatchObject({
      volumeMounts: expect.arrayContaining([{ name: 'segments', mountPath: folder }]),
    });
    expect(http?.volumes).toContainEqual({ name: 'segments', emptyDir: { sizeLimit: '8Gi' } });
  });

  test('hardens every container', () => {
    expect(pods).toHaveLength(4);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      for (const { image, securityContext } of spec.containers) {
        expect(image).toMatch(/^(?:registry\.example\/job-search(?:-browser)?:\d+\.\d+\.\d+|redis:7-bookworm)$/);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });
});
