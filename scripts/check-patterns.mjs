import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { collectPatterns } from './patterns/collect.mjs';
import { keepVerified, knownResults, verify } from './patterns/verify.mjs';
import { root } from './programs.mjs';

/**
 * Checks that no regular expression of the service takes more than linear time, by recheck. What it cannot decide, or finds to
 * be slow, must stand in scripts/patterns/allowed.json with the bound that makes it harmless; rows without a pattern are stale. `--all` asks
 * recheck anew about every pattern, listed or not, and writes scripts/patterns/verified.json; `--json` prints the patterns.
 */
build();
const began = performance.now();
const { patterns, late } = await collectPatterns();
const unique = [...new Map(patterns.map((each) => [`${each.file} ${each.flags}/${each.source}`, each])).values()];
const allowed = JSON.parse(readFileSync(join(root, 'scripts/patterns/allowed.json'), 'utf8'));
const used = new Set();
const complaints = [];

/**
 * Whether the list allows a pattern, by its file and its beginning. A row without a beginning stands for a file of vocabulary,
 * which recheck runs out of time with: it allows what is undecided, and nothing that is known to be slow.
 */
function isAllowed(file, source, status = 'unknown') {
  const rows = allowed.filter((each) => each.file === file && source.startsWith(each.pattern));
  const row = rows.find(({ pattern }) => pattern !== '') ?? (status === 'unknown' ? rows[0] : undefined);
  if (row !== undefined) used.add(row);
  return row !== undefined;
}

const anew = process.argv.includes('--all');
const asked = anew ? unique : unique.filter(({ file, source }) => !isAllowed(file, source));
const results = process.argv.includes('--json') ? knownResults(unique) : await verify(asked, { anew });
// What the tests grow their texts from: every pattern, with the attack that recheck knows on it.
if (process.argv.includes('--json')) {
  const all = unique.map((each, at) => ({ ...each, attack: results[at]?.attack ?? null }));
  process.stdout.write(JSON.stringify(all), () => process.exit(0));
  await new Promise(() => undefined);
}

for (const [at, { status, complexity, attack }] of results.entries()) {
  const { file, source, flags } = asked[at];
  if (status === 'safe' || isAllowed(file, source, status)) continue;
  const shown = source.length > 300 ? `${source.slice(0, 300)}…` : source;
  complaints.push(`${file}: ${status} (${complexity}) /${shown}/${flags}\n    ${JSON.stringify(attack ?? null)}`);
}
for (const { file, source } of late)
  if (!isAllowed(file, source)) complaints.push(`${file}: made when it is called, so it cannot be checked: ${source}`);
for (const row of allowed)
  if (!used.has(row)) complaints.push(`scripts/patterns/allowed.json: no pattern of ${row.file} begins ${row.pattern}`);

const seconds = ((performance.now() - began) / 1000).toFixed(1);
if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n\nNot linear, and not in scripts/patterns/allowed.json.\n`);
  process.exit(1);
}
if (anew) keepVerified(asked, results);
process.stdout.write(`${unique.length} patterns: ${asked.length} linear, ${used.size} bounded (${seconds} s)\n`);
process.exit(0);
