import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { openTracing } from '../../../shared/tracing/open-tracing.js';
import { readResource } from '../../../shared/tracing/otlp-tracing.js';
import { noTracing } from '../../../shared/tracing/tracing.js';
import { freePort } from '../../lib/free-port.js';
import { forkApi } from '../../lib/processes/fork-api.js';
import { startRedis } from '../../lib/start-redis.js';

const logger = createLogger('silent', 'test');
const opened = (environment: Record<string, string>) =>
  openTracing({ config: readConfig(environment), logger, part: 'api' });

describe('traces', () => {
  test('are off unless a collector is named, or when OpenTelemetry is told to be off', async () => {
    expect(await opened({})).toBe(noTracing);
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    expect(await opened({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe(noTracing);
  });

  test('and metrics load no library while they are off', async () => {
    const script = `
      import { createRequire } from 'node:module';
      await import(${JSON.stringify(projectFile('dist/api/start-api.js'))});
      await import(${JSON.stringify(projectFile('dist/worker/start-worker.js'))});
      const { openTracing } = await import(${JSON.stringify(projectFile('dist/shared/tracing/open-tracing.js'))});
      const { readConfig } = await import(${JSON.stringify(projectFile('dist/shared/config.js'))});
      await openTracing({ config: readConfig({}), logger: null, part: 'api' });
      console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n'));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const loaded = stdout.split('\n');
    expect(loaded.some((file) => file.includes('ioredis'))).toBe(true);
    expect(loaded.filter((file) => /bullmq-otel|@opentelemetry|prom-client/.test(file))).toEqual([]);
  });

  test('without a receiver cost one line in the log, and do not delay shutdown', async () => {
    const redis = await startRedis();
    const api = await forkApi(redis.url, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${await freePort()}/v1/traces`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    try {
      for (let turn = 0; turn < 20; turn++) {
        expect((await fetch(`${api.url}/api`)).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      const began = performance.now();
      await api.stop();
      expect(performance.now() - began).toBeLessThan(8000);
      const lines = api.log().split('\n');
      expect(lines.filter((line) => line.includes('traces: the collector takes none'))).toHaveLength(1);
    } finally {
      await api.stop();
      await redis.stop();
    }
  });
});

test('the settings of the metrics export that is gone are ignored, whatever they hold', () => {
  const gone = {
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'collector:4318',
    OTEL_METRICS_EXPORTER: 'console',
    OTEL_METRIC_EXPORT_INTERVAL: 'often',
  };
  expect(readConfig(gone)).toEqual(readConfig({}));
});

test('an invalid collector URL stops the start with a sentence', () => {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
    for (const wrong of ['collector:4318', 'grpc://collector:4317', 'nonsense'])
      expect(() => readConfig({ [name]: wrong })).toThrow(`${name}="${wrong}"`);
});

test('resource attributes are parsed as the specification says, and invalid ones are dropped', () => {
  expect(readResource('')).toEqual({});
  expect(readResource(' a=b , c.d = e%20f,nothing,=x,g=')).toEqual({ a: 'b', 'c.d': 'e f', g: '' });
  expect(readResource('bad=%zz')).toEqual({ bad: '%zz' });
});
