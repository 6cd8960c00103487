import { execFileSync } from 'node:child_process';
import { z } from 'zod';

const patternSchema = z.object({
  file: z.string(),
  source: z.string(),
  flags: z.string(),
  attack: z
    .object({ pumps: z.array(z.object({ prefix: z.string(), pump: z.string() })), suffix: z.string() })
    .nullable(),
});

/** A text that can grow to any length: `prefix`, then `pump` repeatedly, then `suffix`. */
export type Growth = { prefix: string; pump: string; suffix: string };

/** Every pattern of the service, as collected by scripts/check-patterns.mjs, with the attacks that recheck found. */
export function readPatterns(): z.infer<typeof patternSchema>[] {
  const output = execFileSync(process.execPath, ['scripts/check-patterns.mjs', '--json'], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return z.array(patternSchema).parse(JSON.parse(output.slice(output.indexOf('[{'))));
}

/** Characters that end no repetition of words, and some that end all of them. */
const suffixes = ['', '\0', 'x', '!', '\n', ' ', '"', '💥'];

/** Sample characters for character classes. */
const classes: readonly [RegExp, string][] = [
  [/\\s|\\p\{Z/, ' '],
  [/\\s/, '\n'],
  [/\\d|0-9/, '1'],
  [/\\w|\\p\{L|a-z|\\p\{Ll/, 'a'],
  [/\\p\{L|A-Z/, 'A'],
  [/\[\^|\./, '-'],
];

/** The pieces of a pattern: its words, its single characters, and one character of each class. */
function piecesOf(source: string): string[] {
  const plain = source
    .replace(/\\u\{?[\da-f]+\}?|\\p\{[^}]*\}|\(\?<?[:=!]|\(\?<\w+>|\{\d*,?\d*\}/gi, '|')
    .replace(/\\([^\w])/g, '$1')
    .replace(/\\[a-z]/gi, '|');
  const words = plain.split(/[|()[\]?*+^$]/).filter((word) => word !== '' && word.length < 30);
  const signs = [...new Set(plain.replace(/[\p{L}\p{N}]/gu, ''))];
  const ofClasses = classes.filter(([sign]) => sign.test(source)).map(([, sample]) => sample);
  return [...new Set([...words, ...signs, ...ofClasses])];
}

/** What a pattern's texts grow from: recheck's attacks, and pieces of the pattern in random order. */
export function growthsOf(
  { source, attack }: Pick<z.infer<typeof patternSchema>, 'source' | 'attack'>,
  random: () => number,
  count: number,
): Growth[] {
  const growths = (attack?.pumps ?? []).map(({ prefix, pump }) => ({ prefix, pump, suffix: attack?.suffix ?? '' }));
  const pieces = piecesOf(source);
  const one = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  while (growths.length < count) {
    const pump = Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(pieces)).join(one(['', '', ' ']));
    growths.push({ prefix: one(['', one(pieces)]), pump: pump === '' ? 'a' : pump, suffix: one(suffixes) });
  }
  return growths;
}

/** The text grown to a length in UTF-16 code units. */
export function grow({ prefix, pump, suffix }: Growth, length: number): string {
  const room = Math.max(0, length - prefix.length - suffix.length);
  return (prefix + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + suffix).slice(0, length);
}
