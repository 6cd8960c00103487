/** Openings first seen up to this long before the last examined version are examined again; a watch is not told an opening twice. */
const overlapMs = 60_000;

/** The versions of a board: `known` was looked at last, `head` is looked at. `collectedAt`: epoch ms. */
export type Versions = {
  known: { collectedAt: number } | null;
  head: { collectedAt: number };
};

/**
 * Creates the question whether a posting first seen in a second (epoch seconds) may be new to a board's watches. `since`: when
 * the oldest of them begins, epoch ms. The clocks of workers differ: what was first seen shortly before the known version was
 * collected may be missing from it. What was first seen by its collection is in it, since its postings have the second of that;
 * otherwise the second version of a board of thousands would have all of them looked at again.
 */
export function createNewSince({ known, head }: Versions, since: number): (seconds: number) => boolean {
  const from = Math.max(since, (known?.collectedAt ?? 0) - overlapMs);
  const [knownSecond, headSecond] = [secondOf(known?.collectedAt ?? 0), secondOf(head.collectedAt)];
  return (seconds) => seconds * 1000 > from - 1000 && (seconds !== knownSecond || knownSecond === headSecond);
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);
