/** A release as CHANGELOG.md dates it. */
export type Release = {
  version: string;
  /** The day, as `2026-11-22`. */
  date: string;
  /** The commit whose figures the documents have; `null` for the release in progress. */
  commit: string | null;
};

/**
 * The releases of a changelog, newest first: headings of the form `## 0.2.0 - 2026-11-22 (da287d79)`. Read from the
 * file rather than from tags, which shallow clones and builds lack.
 */
export function readReleases(changelog: string): Release[] {
  const headings = changelog.matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)(?: \(([0-9a-f]{7,40})\))?$/gm);
  return [...headings].map(([, version = '', date = '', commit]) => ({ version, date, commit: commit ?? null }));
}

/** Whether one version precedes another. */
export function isBefore(version: string, other: string): boolean {
  const [one, two] = [version, other].map((each) => each.split('.').map(Number));
  const at = one?.findIndex((part, place) => part !== two?.[place]) ?? -1;
  return at >= 0 && (one?.[at] ?? 0) < (two?.[at] ?? 0);
}
