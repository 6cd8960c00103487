import { expect, test } from '@jest/globals';
import { reportingExporter } from '../../../shared/tracing/otlp-tracing.js';

test('an exporter logs once that it fails and once that it works again, and always reports success to its processor', () => {
  const said: string[] = [];
  let code = 0;
  const given: number[] = [];
  const exporter = reportingExporter(
    {
      export: (_, done) => done(code === 0 ? { code } : { code, error: new Error('gone') }),
      shutdown: async () => undefined,
    },
    { failed: (error) => said.push(`failed: ${error?.message}`), recovered: () => said.push('recovered') },
  );
  for (code of [0, 1, 1, 1, 0, 0, 1]) exporter.export([], (result) => void given.push(result.code));
  expect(said).toEqual(['failed: gone', 'recovered', 'failed: gone']);
  expect(given).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
