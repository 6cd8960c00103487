import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { areas } from '../../../shared/places/areas.js';
import { cityNames } from '../../../shared/places/city-names.js';
import { foldPlace } from '../../../shared/places/fold-place.js';
import { projectFile } from '../../../shared/project-file.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { districts } from '../../../worker/gazetteer/gazetteer-districts.js';
import { openGazetteerFile } from '../../../worker/gazetteer/gazetteer-file.js';

const path = projectFile('.cache/gazetteer.txt');
const file = openGazetteerFile(path);
const gazetteer = loadGazetteer();

describe('the gazetteer file', () => {
  test('finds every name from the first to the last, and no other', () => {
    const lines = readFileSync(path, 'utf8').split('\n\n')[1]?.trim().split('\n') ?? [];
    for (let at = 0; at < lines.length; at += 997) {
      const [name = ''] = lines[at]?.split('|') ?? [];
      expect(file.find(name).map(({ folded }) => folded)).toContain(name);
    }
    for (const name of [lines[0], lines.at(-1)]) expect(file.find(name?.split('|')[0] ?? '')).not.toEqual([]);
    for (const name of ['', 'aaaaaaaa', 'qwertyville', 'zzzzzzzz', '\u{10ffff}']) expect(file.find(name)).toEqual([]);
  });

  test('is folded like look-ups', () => {
    const cities = file
      .find('munich')
      .concat(file.find('dusseldorf'), file.find('lodz'), file.find('sao paulo'), file.find('st louis'));
    expect(cities.length).toBeGreaterThan(4);
    for (const { name, folded } of cities) expect(foldPlace(name)).toBe(folded);
  });

  test('is read once for all threads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gazetteer-'));
    const copy = join(folder, 'copy.txt');
    writeFileSync(copy, readFileSync(path));
    openGazetteerFile(copy);
    rmSync(folder, { recursive: true });
    const built = pathToFileURL(projectFile('dist/worker/gazetteer/gazetteer-file.js')).href;
    const script = `import { parentPort } from 'node:worker_threads';
      import { openGazetteerFile } from ${JSON.stringify(built)};
      parentPort.postMessage(openGazetteerFile(${JSON.stringify(copy)}).find('munich'));`;
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    try {
      expect(await once(thread, 'message')).toEqual([file.find('munich')]);
    } finally {
      await thread.terminate();
    }
  });

  test('names the command to run when it is missing or damaged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gazetteer-'));
    try {
      const damaged = join(folder, 'damaged.txt');
      writeFileSync(damaged, 'half a line');
      expect(() => loadGazetteer(damaged)).toThrow('node scripts/build/cut-gazetteer.mjs');
      expect(() => loadGazetteer(join(folder, 'missing.txt'))).toThrow(
        'is missing: run "node scripts/build/cut-gazetteer.mjs"',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the name tables', () => {
  test('name only cities in the file', () => {
    const lost = cityNames.filter(
      ({ name, country }) => !file.find(foldPlace(name)).some((city) => city.country === country),
    );
    expect(lost).toEqual([]);
  });

  test('name only regions and countries that exist', () => {
    for (const { country, region, spellings } of districts)
      expect([
        spellings[0],
        gazetteer.regions(region).some((each) => each.country === country && each.name === region),
      ]).toEqual([spellings[0], true]);
    for (const { countries } of areas) for (const code of countries) expect(gazetteer.countryName(code)).not.toBe(code);
  });
});

describe('a look-up', () => {
  test('returns the best-known city of a name first, or else the largest', () => {
    expect(gazetteer.cities('Newcastle')[0]).toMatchObject({ name: 'Newcastle upon Tyne', country: 'GB' });
    expect(gazetteer.cities('Springfield')[0]).toMatchObject({ region: 'MO' });
    expect(gazetteer.cities('NYC')[0]).toMatchObject({ name: 'New York', region: 'NY', country: 'US' });
  });

  test('returns the English name of the one city that has it', () => {
    expect(gazetteer.cities('Köln')[0]?.name).toBe('Cologne');
    expect(
      gazetteer
        .cities('Mülheim')
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['Mülheim an der Ruhr', 'Mülheim']);
  });

  test('folds marks, dots, hyphens and "Saint"', () => {
    for (const name of ['Saint-Étienne', 'St. Etienne', 'st etienne']) expect(foldPlace(name)).toBe('st etienne');
  });

  test('names countries by code and in many languages', () => {
    for (const name of ['DE', 'Germany', 'Deutschland', 'Allemagne', 'Niemcy'])
      expect(gazetteer.country(name)).toBe('DE');
    expect(gazetteer.countryName('CZ')).toBe('Czechia');
    expect(gazetteer.regionName('US', 'TX')).toBe('Texas');
    expect(gazetteer.meanings('Georgia')).toMatchObject({ country: 'GE', regions: [{ name: 'GA' }] });
  });
});
