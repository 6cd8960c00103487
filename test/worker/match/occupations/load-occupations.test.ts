import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { loadOccupations } from '../../../../worker/match/occupations/read-occupations.js';

const folder = mkdtempSync(join(tmpdir(), 'esco-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The path of a file with this text. */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('without files nothing is read', async () => {
  expect(await loadOccupations({ OCCUPATIONS: [] })).toBeNull();
});

test('a file of ESCO extends the tables', async () => {
  const esco = file('esco.csv', 'conceptUri,iscoGroup,preferredLabel,altLabels\nuri:1,9216,Kelp Gatherer,\n');
  const groups = await loadOccupations({ OCCUPATIONS: [esco] });
  expect(groups?.at(-1)).toMatchObject({ name: 'uri:1', family: 'isco 9216', titles: ['kelp gatherer'] });
});

test('a file that cannot be used is named with the reason', async () => {
  const absent = join(folder, 'absent.csv');
  await expect(loadOccupations({ OCCUPATIONS: [absent] })).rejects.toThrow(
    `OCCUPATIONS=${absent} cannot be used: ENOENT`,
  );
  const other = file('other.csv', 'name\nx\n');
  await expect(loadOccupations({ OCCUPATIONS: [other] })).rejects.toThrow('is not a list of ESCO occupations');
});
