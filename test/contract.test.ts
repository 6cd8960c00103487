import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readPlans, readPlansFile } from '../shared/auth/plans.js';
import { problems } from '../shared/problems/problem.js';
import { projectFile } from '../shared/project-file.js';
import { fieldNames } from '../shared/search/fields.js';
import { jobSchema } from '../shared/search/job.js';
import { parseQuery } from '../shared/search/query/parse-query.js';
import { geoStatsSchema, placeStatsSchema } from '../shared/stats/geo-stats.js';
import { sourcesDocument } from '../worker/sources/config/describe-kinds.js';
import { sourceKinds } from '../worker/sources/kinds/source-kinds.js';

const api = readFileSync(projectFile('docs/reference/api.md'), 'utf8');
const blocks = [...api.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
);

describe('the documents', () => {
  test('contain a record that matches its own schema', () => {
    jobSchema.parse(blocks[0]);
  });

  test('contain the problem that the code returns', () => {
    const read = parseQuery({ jobType: 'fultime' });
    expect('errors' in read && read.errors).toEqual(blocks.find((block) => 'errors' in block)?.errors);
  });

  test('name every field and every problem with its status', () => {
    for (const name of fieldNames) expect(api).toContain(`| ${name} |`);
    for (const [code, { status }] of Object.entries(problems)) expect(api).toContain(`| ${code} | ${status} |`);
  });

  test('list the plans as the code defines them', () => {
    for (const { name, requests, searchesAtOnce, exportsAtOnce, watches, descriptions, keptMegabytes } of readPlans({
      PLANS: '',
    }).rows) {
      const [open, span] = requests === null ? ['agreed on', 'agreed on'] : [requests, '15 minutes'];
      expect(api).toContain(
        `| ${name} | ${open} | ${span} | ${searchesAtOnce} | ${exportsAtOnce} | ${watches} | ${descriptions ? 'yes' : 'no'} | ${keptMegabytes} |`,
      );
    }
    const shown = blocks.find((block) => 'plans' in block);
    expect(readPlansFile(JSON.stringify(shown), 'docs/reference/api.md').named('gold')).toMatchObject({ priority: 15 });
  });

  test('explain each number of geo-stats', () => {
    const text = readFileSync(projectFile('docs/reference/geo-stats.md'), 'utf8');
    const explained = [...text.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, names = '']) => names.split(', '));
    const untold = ['generatedAt', 'definitions', 'places', 'sources', 'workers', 'series'];
    for (const name of Object.keys(geoStatsSchema.shape).filter((each) => !untold.includes(each)))
      expect(explained).toContain(name);
    for (const list of ['sources', 'workers', 'series']) expect(explained).toContain(`${list}[]`);
    const ofPlaces = Object.keys(placeStatsSchema.shape).filter(
      (name) => !['city', 'region', 'country', 'tookMs'].includes(name),
    );
    for (const name of ofPlaces) expect(text).toMatch(new RegExp(`^\\| \`places\\[\\]\\.(?:\\w+, )?${name}`, 'm'));
  });

  test('describe the sources as their schemas do', () => {
    expect(readFileSync(projectFile('docs/reference/sources.md'), 'utf8')).toBe(sourcesDocument(sourceKinds));
  });
});
