import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from '../build.mjs';
import { root } from '../programs.mjs';
import { collectPatterns, sourceFiles } from './collect.mjs';
import { keepVerified, knownResults, verify } from './verify.mjs';

/**
 * Checks that no regular expression of the service takes more than linear time, by recheck. What it cannot decide, or finds to
 * be slow, must be listed in scripts/patterns/allowed.json with the bound that makes it harmless; rows without a pattern are
 * stale. Nothing is done when the same sources passed before. `--all` checks every pattern again, listed or not; `--keep`
 * checks what is new; both write the results that took long to scripts/patterns/verified.json. `--json` prints the patterns.
 */
const recheckAll = process.argv.includes('--all');
const keepResults = recheckAll || process.argv.includes('--keep');
const printPatterns = process.argv.includes('--json');
const passedFile = join(root, '.cache', 'patterns-passed.json');
const inputs = hashOfInputs();

if (!keepResults && !printPatterns && existsSync(passedFile)) {
  const passed = JSON.parse(readFileSync(passedFile, 'utf8'));
  if (passed.inputs === inputs) finish(`${passed.summary} (unchanged)\n`);
}

build();
const began = performance.now();
const { patterns, late } = await collectPatterns();
const unique = [...new Map(patterns.map((each) => [`${each.file} ${each.flags}/${each.source}`, each])).values()];

// Tests generate their texts from these: every pattern, with the attack string that recheck found.
if (printPatterns) {
  const results = knownResults(unique);
  const all = unique.map((each, at) => ({ ...each, attack: results[at]?.attack ?? null }));
  await new Promise((resolve) => process.stdout.write(JSON.stringify(all), resolve));
  process.exit(0);
}

const allowed = JSON.parse(readFileSync(join(root, 'scripts/patterns/allowed.json'), 'utf8'));
const used = new Set();
const complaints = [];
const unlisted = recheckAll ? unique : unique.filter(({ file, source }) => !isAllowed(file, source));
const results = await verify(unlisted, { anew: recheckAll });

for (const [at, { status, complexity, attack }] of results.entries()) {
  const { file, source, flags } = unlisted[at];
  if (status === 'safe' || isAllowed(file, source, status)) continue;
  const shown = source.length > 300 ? `${source.slice(0, 300)}…` : source;
  complaints.push(`${file}: ${status} (${complexity}) /${shown}/${flags}\n    ${JSON.stringify(attack ?? null)}`);
}
for (const { file, source } of late)
  if (!isAllowed(file, source))
    complaints.push(`${file}: constructed when a function is called, so it cannot be checked: ${source}`);
for (const row of allowed)
  if (!used.has(row)) complaints.push(`scripts/patterns/allowed.json: no pattern of ${row.file} begins ${row.pattern}`);

if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n\nNot linear, and not in scripts/patterns/allowed.json.\n`);
  process.exit(1);
}
if (keepResults) keepVerified(unlisted, results);
const summary = `${unique.length} patterns: ${unlisted.length} linear, ${used.size} bounded`;
mkdirSync(dirname(passedFile), { recursive: true });
// The list of verified patterns is an input and may just have been written.
writeFileSync(passedFile, JSON.stringify({ inputs: hashOfInputs(), summary }));
finish(`${summary} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);

/**
 * Whether the list allows a pattern, by its file and its beginning. A row without a beginning stands for a file of vocabulary,
 * on which recheck exceeds its time limit: it allows what is undecided, and nothing that is known to be slow.
 */
function isAllowed(file, source, status = 'unknown') {
  const rows = allowed.filter((each) => each.file === file && source.startsWith(each.pattern));
  const row = rows.find(({ pattern }) => pattern !== '') ?? (status === 'unknown' ? rows[0] : undefined);
  if (row !== undefined) used.add(row);
  return row !== undefined;
}

/** One value for everything the outcome depends on: the sources, the lists, these scripts and the versions of packages. */
function hashOfInputs() {
  const lists = ['allowed.json', 'verified.json', 'collect.mjs', 'verify.mjs'].map(
    (name) => `scripts/patterns/${name}`,
  );
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), ...lists, 'scripts/patterns/check-patterns.mjs', 'package-lock.json'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Loaded modules may keep the process alive. */
function finish(line) {
  process.stdout.write(line);
  process.exit(0);
}
