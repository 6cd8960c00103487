import { padText, textWidth, truncate } from '../shared/cli/columns.js';
import type { PrintedJob } from './answer.js';
import { plainText, type Screen } from './progress.js';

/** The columns, and the minimum width of each on a narrow terminal. */
const columns = [
  { head: 'title', least: 18, show: ({ title }: PrintedJob) => title },
  { head: 'company', least: 10, show: ({ company }: PrintedJob) => company.name },
  { head: 'place', least: 10, show: ({ location }: PrintedJob) => location.text },
  { head: 'pay', least: 10, show: ({ salary }: PrintedJob) => salary?.text },
  { head: 'workplace', least: 9, show: ({ workplace }: PrintedJob) => workplace },
  { head: 'posted', least: 10, show: postedAgo },
  {
    head: 'source',
    least: 8,
    show: ({ source, alsoOn }: PrintedJob) => source + (alsoOn.length > 0 ? ` +${alsoOn.length}` : ''),
  },
] as const satisfies { head: string; least: number; show: (job: PrintedJob, now: Date) => string | null | undefined }[];

/** Spaces between two columns. */
const gap = 2;

const narrowest = columns.reduce((sum, { least }) => sum + least + gap, 6);

export type Shown = { screen: Pick<Screen, 'columns' | 'style'>; now: Date; from: number };

/**
 * Jobs as a table, each followed by the reasons for the match and its URL; as blocks on a terminal too narrow for a table.
 * `from` is the number of the first job. Text from postings is stripped of control characters.
 */
export function jobsTable(jobs: readonly PrintedJob[], { screen, now, from }: Shown): string {
  const room = screen.columns();
  const rows = jobs.map((job) => columns.map(({ show }) => plainText(show(job, now) ?? '') || '–'));
  const numbers = jobs.map((_, index) => String(from + index));
  const lead = Math.max(2, ...numbers.map(({ length }) => length));
  const isNarrow = room !== null && room < narrowest;
  const widths = isNarrow ? [] : shrink(rows, room === null ? null : room - lead - gap);
  const lines: string[] = [];
  if (!isNarrow && jobs.length > 0)
    lines.push(
      screen.style.dim(
        `${padText('', lead)}  ${row(
          columns.map(({ head }) => head),
          widths,
        )}`,
      ),
    );
  for (const [index, job] of jobs.entries()) {
    const number = (numbers[index] ?? '').padStart(lead);
    const cells = rows[index] ?? [];
    const body = isNarrow ? block(cells, room - lead - gap) : [row(cells, widths)];
    const reasons = job.match.why.map(plainText);
    const why = [...kindOf(job), ...reasons].join(' · ');
    const below = [room === null ? why : truncate(why, room - lead - gap), plainText(job.url)].filter(
      (line) => line !== '',
    );
    lines.push(`${number}  ${screen.style.bold(body[0] ?? '')}`);
    for (const line of body.slice(1)) lines.push(`${padText('', lead)}  ${line}`);
    for (const line of below) lines.push(`${padText('', lead)}  ${screen.style.dim(line)}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Labels a job that is not an exact title match. */
const kindOf = ({ match: { near, inText } }: PrintedJob): string[] =>
  near === true ? ['near match'] : inText === true ? ['mentioned only'] : [];

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => padText(truncate(cell, widths[index] ?? 0), widths[index] ?? 0))
    .join(' '.repeat(gap))
    .trimEnd();
}

function block([title = '', ...facts]: readonly string[], room: number): string[] {
  return [truncate(title, room), truncate(facts.filter((fact) => fact !== '–').join(' · '), room)].filter(
    (line) => line !== '',
  );
}

/** Column widths that fit the contents; if they exceed the terminal, the column with the most slack shrinks first. */
function shrink(rows: readonly (readonly string[])[], room: number | null): number[] {
  const widths = columns.map(({ head }, index) =>
    Math.max(textWidth(head), ...rows.map((cells) => textWidth(cells[index] ?? ''))),
  );
  if (room === null) return widths;
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap);
  while (total() > room) {
    const spare = widths.map((width, index) => width - (columns[index]?.least ?? 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) <= 0) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "3 days ago"; days only when the source stated a date without a time. */
function postedAgo({ postedAt, inferred }: PrintedJob, now: Date): string | null {
  const age = postedAt === null ? Number.NaN : now.getTime() - Date.parse(postedAt);
  if (Number.isNaN(age)) return null;
  const isRounded = inferred.includes('postedAt');
  for (const [unit, length] of isRounded ? units.slice(0, 1) : units) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return isRounded ? 'today' : 'just now';
}
