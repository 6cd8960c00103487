import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../programs.mjs';

// The native build starts at once and needs no Java.
process.env.RECHECK_BACKEND ||= 'native';
const { check } = createRequire(join(root, 'package.json'))('recheck');

const cache = join(root, '.cache', 'patterns.json');

/** recheck's time limit for one pattern, in ms; a second attempt has three times as much. What takes longer is undecided. */
const timeout = 10_000;

const verified = join(root, 'scripts/patterns/verified.json');
const verifiedKeys = () => new Set(JSON.parse(readFileSync(verified, 'utf8')));

/** From this time on, in ms, the result for a pattern is worth keeping in the repository. */
const slowMs = 200;

/**
 * Records the safe patterns that recheck takes long to decide: those that only its fuzzing decides, which takes seconds each
 * and may fail under load, and those of many alternatives. Patterns that no longer exist are dropped.
 */
export function keepVerified(patterns, results) {
  const isKept = (at) => {
    const { status, complexity, ms = 0 } = results[at] ?? {};
    return status === 'safe' && (complexity === 'safe (fuzz)' || ms >= slowMs);
  };
  const keys = patterns.filter((_, at) => isKept(at)).map(keyOf);
  writeFileSync(verified, `${JSON.stringify([...new Set(keys)].sort(), null, 2)}\n`);
}

const keyOf = ({ source, flags }) => createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, 16);
const readCache = () => (existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {});

/** The cached result of each pattern; `undefined` where there is none. */
export function knownResults(patterns) {
  const known = readCache();
  return patterns.map((each) => known[keyOf(each)]);
}

/**
 * recheck's result for each pattern, in their order: `{ status: 'safe' | 'vulnerable' | 'unknown', complexity, attack }`. Results
 * are cached in .cache by pattern, except undecided ones, which a less busy machine may decide. `anew` ignores cached results.
 */
export async function verify(patterns, { anew = false } = {}) {
  const known = anew ? {} : readCache();
  if (!anew) for (const key of verifiedKeys()) known[key] ??= { status: 'safe', complexity: 'safe (fuzz)' };
  const results = new Array(patterns.length);
  let next = 0;
  const work = async () => {
    while (next < patterns.length) {
      const at = next++;
      const key = keyOf(patterns[at]);
      known[key] ??= await ask(patterns[at]);
      results[at] = known[key];
      if (results[at].status === 'unknown') delete known[key];
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify(known));
  return results;
}

async function ask({ source, flags }) {
  const began = performance.now();
  const first = await check(source, flags, { timeout });
  const { status, complexity, attack, error } =
    first.status === 'unknown' ? await check(source, flags, { timeout: 3 * timeout }) : first;
  return {
    status,
    complexity: complexity?.summary ?? error?.kind ?? '',
    ms: Math.round(performance.now() - began),
    ...(attack === undefined ? {} : { attack: { pumps: attack.pumps, suffix: attack.suffix } }),
  };
}
