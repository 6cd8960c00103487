/** Sources that have series of their own at most. */
export const maxLabelled = 200;

/** The label of all others. */
export const otherSources = 'other';

/**
 * Creates the label `source` of a worker's metrics. Up to `maxLabelled` sources each have their own; of more, only sources that
 * failed have, so many at most: a source has some twenty series, and those of 5,000 sources are many megabytes in each scrape.
 */
export function createSourceLabel(sourceCount: number): (source: string, failed: boolean) => string {
  if (sourceCount <= maxLabelled) return (source) => source;
  const named = new Set<string>();
  return (source, failed) => {
    if (named.has(source)) return source;
    if (!failed || named.size >= maxLabelled) return otherSources;
    named.add(source);
    return source;
  };
}
