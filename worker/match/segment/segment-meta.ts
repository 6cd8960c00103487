/** What a segment says of itself besides its arrays. */
export type SegmentMeta = {
  source: string;
  /** The number of entries. */
  size: number;
  /** The numbers of the words that name a step of a career. */
  steps: number[];
  /** The number of distinct location sets. */
  locationSets: number;
};
