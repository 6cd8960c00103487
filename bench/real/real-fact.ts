/**
 * A fact that is measured on recorded postings. Its label files are `bench/real/labels/<name>-<batch>.json`; they name cases by
 * id and never hold their text.
 */
export type RealFact = {
  /** The word of the command, the label files and the rows of first-looks.json: small letters and "-". */
  name: string;
  /** The column "fact" of the table. */
  title: string;
  /** When a case is right, in one clause. */
  right: string;
  /** The target for unseen cases, in words. */
  target: string;
  /** What is still misread, as classes in one sentence without its full stop. */
  misread?: string;
  /** Every case that a label may name, by id. Called once for a run, and only when the recorded postings are present. */
  cases: () => ReadonlyMap<string, RealCase>;
  /** How what was read is compared with a label; without it their JSON must be equal. */
  compare?: (read: unknown, label: RealLabel) => Outcome;
};

/**
 * One case: what `--show` prints of it, what the product reads from it (`null` = nothing), and the source it is from with the
 * language of the posting ("wanted_kr, ko"), where it has a file of its own.
 */
export type RealCase = { shown: string; read: () => unknown; source?: string };

/** The member of a case that names its source, where it has one. */
export const sourceOf = (source: string | undefined): Pick<RealCase, 'source'> =>
  source === undefined ? {} : { source };

/** The label of a case: the value that is right, and others that are as good where the text leaves it open. */
export type RealLabel = { id: string; expect: unknown; also?: unknown[] };

/** How a case was read. */
export type Outcome = 'right' | 'wrong' | 'missed';

/** Compares what was read with a label: values are equal when their JSON is, with the members in any order. */
export function compare(read: unknown, { expect, also = [] }: RealLabel): Outcome {
  const got = canonical(read);
  if ([expect, ...also].some((value) => canonical(value) === got)) return 'right';
  return read === null ? 'missed' : 'wrong';
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
