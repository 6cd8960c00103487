import { greenhouse } from './greenhouse.js';
import { site } from './site.js';
import type { SourceKind } from './source.js';

/** Every kind of source this service can read. */
export const sourceKinds: readonly SourceKind[] = [greenhouse, site];

const byName = new Map(sourceKinds.map((kind) => [kind.kind, kind]));
if (byName.size !== sourceKinds.length) throw new Error('Two kinds of source share a name.');

/** The kind of this name, or `undefined`. */
export function kindNamed(name: string): SourceKind | undefined {
  return byName.get(name);
}
