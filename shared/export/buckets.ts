/**
 * Exports go through the openings in ranges of the first two characters of their ids, which are evenly distributed: a
 * position in an export means the same whatever was added or removed meanwhile, on every worker.
 */
export const bucketCount = 62 * 62;

/** The bytes before the characters that are counted: `job_`. */
const prefix = 4;

/** The bucket of an id whose bytes begin at `start`; bytes that are no base62 digits count as 0. */
export const exportBucketAt = (bytes: Uint8Array, start: number): number =>
  62 * digitOf(bytes[start + prefix] ?? 0) + digitOf(bytes[start + prefix + 1] ?? 0);

/** The bucket of an id. */
export const exportBucketOf = (id: string): number =>
  62 * digitOf(id.charCodeAt(prefix)) + digitOf(id.charCodeAt(prefix + 1));

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  return code >= 97 && code <= 122 ? code - 61 : 0;
}

/** Rows of a chunk, about. */
export const chunkRows = 2000;

/** How many buckets make a chunk when `total` openings match. */
export const spanOf = (total: number): number =>
  Math.max(1, Math.min(bucketCount, Math.floor((bucketCount * chunkRows) / Math.max(1, total))));

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The two characters that the ids of a bucket have. */
export const bucketLetters = (bucket: number): string =>
  `${digits[Math.floor(bucket / 62)] ?? ''}${digits[bucket % 62] ?? ''}`;
