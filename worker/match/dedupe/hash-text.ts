/** 50 bits of hash: collisions do not occur in practice. */
export function hashText(text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  const top = (Math.imul(high ^ (high >>> 16), 0x7feb352d) >>> 0) % 2 ** 18;
  return top * 2 ** 32 + (low >>> 0);
}
