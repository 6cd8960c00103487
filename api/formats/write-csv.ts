import type { Job } from '../../shared/search/job.js';

type Cell = string | number | null;

/** The columns and what stands in them; names and order never change, new columns are added at the end. */
const columns: Readonly<Record<string, (job: Job) => Cell>> = {
  id: ({ id }) => id,
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
};

/** The jobs as CSV (RFC 4180) with a header line, in UTF-8 without a byte order mark. */
export function writeCsv(jobs: readonly Job[]): string {
  const head = lineOf(Object.keys(columns));
  return head + jobs.map((job) => lineOf(Object.values(columns).map((cell) => cell(job)))).join('');
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Texts that a spreadsheet takes for a formula (OWASP, CSV Injection); they get an apostrophe before them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
