/** A 64-bit simhash as two halves: texts that share most of their word triples differ in few bits (Charikar 2002). */
export type Simhash = { high: number; low: number };

/** Texts of fewer words say too little to be told apart by. */
const fewestWords = 20;

/** Texts whose hashes differ in at most this many of 64 bits are the same text, edited. */
export const nearBits = 14;

/** The hash of a text's words; `null` for a text too short. */
export function simhash(words: readonly string[]): Simhash | null {
  if (words.length < fewestWords) return null;
  const votes = new Int32Array(64);
  for (let at = 0; at + 2 < words.length; at++) {
    const [high, low] = hash(`${words[at]} ${words[at + 1]} ${words[at + 2]}`);
    for (let bit = 0; bit < 32; bit++) {
      votes[bit] = (votes[bit] ?? 0) + ((high >>> bit) & 1 ? 1 : -1);
      votes[bit + 32] = (votes[bit + 32] ?? 0) + ((low >>> bit) & 1 ? 1 : -1);
    }
  }
  let high = 0;
  let low = 0;
  for (let bit = 0; bit < 32; bit++) {
    if ((votes[bit] ?? 0) > 0) high |= 1 << bit;
    if ((votes[bit + 32] ?? 0) > 0) low |= 1 << bit;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** In how many bits two hashes differ. */
export function bitsApart(one: Simhash, other: Simhash): number {
  return ones(one.high ^ other.high) + ones(one.low ^ other.low);
}

/** Two 32-bit hashes of a text in one pass (FNV-1a and a multiplicative one). */
function hash(text: string): [number, number] {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return [mix(high), mix(low)];
}

function mix(value: number): number {
  const one = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  const two = Math.imul(one ^ (one >>> 15), 0x846ca68b);
  return (two ^ (two >>> 16)) >>> 0;
}

function ones(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
