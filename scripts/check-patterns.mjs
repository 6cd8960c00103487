// Every regular expression of the service must be linear, or recheck.json limits the characters that its file reads at
// once, for which V8 must end any attack known to recheck within `mostMs`. recheck-known.json has the hashes of
// patterns found safe, and of those without a known attack: `--keep` writes it. `--json` prints the patterns with their
// attacks, for tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from './build.mjs';
import { collectPatterns } from './collect-patterns.mjs';
import { root } from './programs.mjs';

process.env.RECHECK_BACKEND ||= 'native';
const { check } = createRequire(import.meta.url)('recheck');
const mostMs = 500;
const usualBound = 50_000;
const cache = join(root, '.cache', 'patterns.json');
const known = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {};
const bounds = JSON.parse(readFileSync(join(root, 'recheck.json'), 'utf8'));
const keptFile = join(root, 'recheck-known.json');
const kept = JSON.parse(readFileSync(keptFile, 'utf8'));
for (const status of ['safe', 'unknown'])
  for (const key of kept[status]) known[key] ??= { status, isExact: status === 'safe' };
const met = new Set();

build();
const patterns = await collectPatterns();
const complaints = [];
const waiting = [...patterns];
await Promise.all([judgeAll(), judgeAll()]);
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(cache, JSON.stringify(known));
if (process.argv.includes('--keep')) {
  const keysOf = (status) => [...met].filter((key) => known[key]?.status === status && !known[key].attack).sort();
  writeFileSync(keptFile, `${JSON.stringify({ safe: keysOf('safe'), unknown: keysOf('unknown') }, null, 2)}\n`);
}
for (const file of Object.keys(bounds))
  if (!patterns.some((each) => each.file === file)) complaints.push(`recheck.json: ${file} has no pattern`);
const last = process.argv.includes('--json') ? JSON.stringify(patterns) : `${patterns.length} patterns checked\n`;
process.exitCode = complaints.length === 0 ? 0 : 1;
// Loaded modules may keep the process alive.
process.stdout.write(complaints.length === 0 ? last : `${complaints.join('\n')}\n`, () => process.exit());

async function judgeAll() {
  for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
    const { file, isLate } = each;
    const { status, attack = null, isExact } = isLate ? { status: 'constructed when called' } : await ask(each);
    Object.assign(each, { attack });
    // Attacks found by fuzzing may not work on V8.
    const bound = bounds[file] ?? (status === 'vulnerable' && !isExact ? usualBound : 0);
    if (status === 'safe' || (bound > 0 && (attack === null || endsInTime(each, bound)))) continue;
    complaints.push(`${file}: ${status} /${each.source.slice(0, 300)}/${each.flags}`);
  }
}

/** Exact if automata can express the pattern, otherwise by fuzzing; results are cached. */
async function ask({ file, source, flags }) {
  const key = createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, 16);
  met.add(key);
  if (known[key] !== undefined) return known[key];
  const exact = await check(source, flags, { checker: 'automaton', timeout: 1000 });
  const fuzzed = () => check(source, flags, { checker: 'fuzz', timeout: bounds[file] === undefined ? 20_000 : 1000 });
  const isExact = exact.status !== 'unknown';
  const { status, attack } = isExact ? exact : await fuzzed();
  const result = { status, isExact, ...(attack && { attack: { pumps: attack.pumps, suffix: attack.suffix } }) };
  if (status !== 'unknown' || bounds[file] !== undefined) known[key] = result;
  return result;
}

/** Whether V8 survives the attack, grown to the bound, in time; a busy machine has three tries. */
function endsInTime({ source, flags, attack: { pumps, suffix } }, bound) {
  const room = Math.floor((bound - suffix.length) / pumps.length);
  const text = pumps.map(({ prefix, pump }) => (prefix + pump.repeat(bound)).slice(0, room)).join('') + suffix;
  const context = { pattern: new RegExp(source, flags), text };
  return [1, 2, 3].some(() => {
    try {
      runInNewContext('pattern.exec(text)', context, { timeout: mostMs });
      return true;
    } catch {
      return false;
    }
  });
}
