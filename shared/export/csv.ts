import type { ExportedJob } from './export-chunk.js';

type Cell = string | number | null;

/** Texts that a spreadsheet reads as a formula (OWASP, CSV Injection); an apostrophe is prepended. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** The columns of an opening after its id; names and order never change, new columns are added at the end. */
export const jobColumns: Readonly<Record<string, (job: ExportedJob) => Cell>> = {
  title: ({ title }) => title,
  company: ({ company }) => company.name,
  location: ({ location }) => location.text,
  city: ({ location }) => location.city,
  region: ({ location }) => location.region,
  country: ({ location }) => location.country,
  workplace: ({ workplace }) => workplace,
  jobType: ({ jobType }) => jobType,
  experienceLevel: ({ experienceLevel }) => experienceLevel,
  salary: ({ salary }) => salary?.text ?? null,
  salaryMin: ({ salary }) => salary?.min ?? null,
  salaryMax: ({ salary }) => salary?.max ?? null,
  currency: ({ salary }) => salary?.currency ?? null,
  per: ({ salary }) => salary?.per ?? null,
  yearlyMin: ({ salary }) => salary?.yearly?.min ?? null,
  yearlyMax: ({ salary }) => salary?.yearly?.max ?? null,
  postedAt: ({ postedAt }) => postedAt,
  validUntil: ({ validUntil }) => validUntil,
  firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
  summary: ({ summary }) => summary,
  url: ({ url }) => url,
  applyUrl: ({ applyUrl }) => applyUrl,
  source: ({ source }) => source,
  alsoOn: ({ alsoOn }) => alsoOn.map(({ url }) => url).join(' '),
  industry: ({ company }) => company.industry ?? null,
  companySize: ({ company }) => company.size ?? null,
  skills: ({ skills }) => (skills ?? []).join('; '),
  // A file may have rows of a release without these.
  language: ({ language }) => language,
  label: ({ label }) => label ?? null,
  lastSeenAt: ({ seen }) => seen?.last ?? null,
  reposted: ({ seen }) => seen?.reposted ?? null,
  repostedAt: ({ seen }) => seen?.repostedAt ?? null,
  sameElsewhere: ({ seen }) => seen?.sameElsewhere ?? null,
  jobTypes: ({ jobTypes }) => (jobTypes ?? []).join('; '),
  experienceLevels: ({ experienceLevels }) => (experienceLevels ?? []).join('; '),
  locations: ({ locations }) => (locations ?? []).map(({ text }) => text).join('; '),
};
const names = Object.keys(jobColumns);
const cells = Object.values(jobColumns);

/** A line of CSV (RFC 4180) with its end; text that a spreadsheet would read as a formula gets an apostrophe. */
export const csvRow = (values: readonly Cell[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** Openings as CSV (RFC 4180) with a header line, in UTF-8 without a byte order mark. */
export function writeCsv(jobs: readonly ExportedJob[]): string {
  const isDescribed = jobs.some(({ description }) => description !== undefined);
  return jobCsvHead(isDescribed) + jobs.map((job) => jobCsvLine(job, isDescribed)).join('');
}

/** The first line of a CSV export (RFC 4180); `isDescribed`: its last column is the description. */
export const csvHead = (isDescribed: boolean): string =>
  csvRow(['change', 'id', ...names, 'cursor', ...(isDescribed ? ['description'] : [])]);

/** The line of an opening; `null` = only its id is known. `description`: if the export has descriptions. */
export const csvLine = (
  change: string,
  { id, job, description }: { id: string; job: ExportedJob | null; description?: string | null },
): string =>
  csvRow([
    ...[change, id, ...cells.map((cell) => (job === null ? null : cell(job))), null],
    ...(description === undefined ? [] : [description]),
  ]);

/** The first line of a CSV file with only openings; `isDescribed`: its last column is the description. */
export const jobCsvHead = (isDescribed: boolean): string =>
  csvRow(['id', ...names, ...(isDescribed ? ['description'] : [])]);

/** The line of an opening in such a file. */
export const jobCsvLine = (job: ExportedJob, isDescribed: boolean): string =>
  csvRow([job.id, ...cells.map((cell) => cell(job)), ...(isDescribed ? [job.description ?? null] : [])]);

/** A line with only a cursor. */
export const csvCursor = (change: string, cursor: string | null, isDescribed: boolean): string =>
  csvRow([change, null, ...names.map(() => null), cursor, ...(isDescribed ? [null] : [])]);

/** A cell, quoted where it must be. */
function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
