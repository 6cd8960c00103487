/**
 * A fact measured on recorded postings. Its label files are `bench/real/labels/<name>-<batch>.json`; they name cases by
 * id and never contain their text.
 */
export type RealFact = {
  /** Name used in the command, the label files and first-looks.json: lower-case letters and "-". */
  name: string;
  /** The column "fact" of the table. */
  title: string;
  /** When a case is right, in one clause. */
  right: string;
  /** The target for unseen cases, in words. */
  target: string;
  /** The remaining errors, as classes in one sentence without its full stop. */
  misread?: string;
  /** Every case that a label may name, by id. Called once for a run, and only when the recorded postings are present. */
  cases: () => ReadonlyMap<string, RealCase>;
  /** Compares a reading with a label; by default their JSON must be equal. */
  compare?: (read: unknown, label: RealLabel) => Outcome;
};

/**
 * One case: the text that `--show` prints, the product's reading (`null` = nothing), and its source with the language
 * of the posting ("wanted_kr, ko"), if it has a separate file.
 */
export type RealCase = { shown: string; read: () => unknown; source?: string };

/** The member of a case that names its source, where it has one. */
export const sourceOf = (source: string | undefined): Pick<RealCase, 'source'> =>
  source === undefined ? {} : { source };

/** The label of a case: the correct value, and others that are equally good where the text is ambiguous. */
export type RealLabel = { id: string; expect: unknown; also?: unknown[] };

/** How a case was read. */
export type Outcome = 'right' | 'wrong' | 'missed';

/** Compares a reading with a label: values are equal when their JSON is, regardless of the order of members. */
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
