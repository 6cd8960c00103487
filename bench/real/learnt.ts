/**
 * Logistic regression over hashed features, for measuring what a classifier finds where rules say nothing (decisions 25 and 26): no
 * dependency, trained in seconds.
 */
export type Sample = { features: Uint32Array; holds: boolean };

const width = 2 ** 16;
const rounds = 12;
const rate = 0.3;

/** The feature of a text. */
export function featureOf(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return (value >>> 0) % width;
}

/** How likely what was learnt holds for features, 0..1. */
export function likelihood(weights: Float64Array, features: Uint32Array): number {
  let sum = weights[width] ?? 0;
  for (const feature of features) sum += (weights[feature] ?? 0) / Math.sqrt(features.length);
  return 1 / (1 + Math.exp(-sum));
}

/** The weights that are learnt from samples. */
export function train(samples: readonly Sample[]): Float64Array {
  const weights = new Float64Array(width + 1);
  for (let round = 0; round < rounds; round++)
    for (const { features, holds } of samples) {
      const step = rate * ((holds ? 1 : 0) - likelihood(weights, features));
      for (const feature of features) weights[feature] = (weights[feature] ?? 0) + step / Math.sqrt(features.length);
      weights[width] = (weights[width] ?? 0) + step;
    }
  return weights;
}

/** Sources of one scraper belong together: what is learnt of one is known of the other. */
export const familyOf = (source: string): string =>
  /_(ph|vn|kr|au|fr)$/.exec(source)?.[1] ?? (source === '' ? 'boards of employers' : source);
