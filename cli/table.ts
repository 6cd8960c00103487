import type { FoundJob } from './answer.js';
import type { Screen } from './screen.js';
import { plainText } from './strip-control.js';
import { cut, pad, widthOf } from './width.js';

/** The columns of a job, and how far each may shrink on a narrow terminal. */
const columns = [
  { head: 'title', least: 18, show: ({ title }: FoundJob) => title },
  { head: 'company', least: 10, show: ({ company }: FoundJob) => company.name },
  { head: 'place', least: 10, show: ({ location }: FoundJob) => location.text },
  { head: 'pay', least: 10, show: ({ salary }: FoundJob) => salary?.text },
  { head: 'workplace', least: 9, show: ({ workplace }: FoundJob) => workplace },
  { head: 'posted', least: 10, show: postedAgo },
  {
    head: 'source',
    least: 8,
    show: ({ source, alsoOn }: FoundJob) => source + (alsoOn.length > 0 ? ` +${alsoOn.length}` : ''),
  },
] as const satisfies { head: string; least: number; show: (job: FoundJob, now: Date) => string | null | undefined }[];

/** Between two columns. */
const gap = 2;

const narrowest = columns.reduce((sum, { least }) => sum + least + gap, 6);

export type Shown = { screen: Pick<Screen, 'columns' | 'style'>; now: Date; from: number };

/**
 * Jobs as a table, each with why it is there and its address below; on a terminal too narrow for that as blocks. `from`
 * is the number of the first. Whatever a posting says is made harmless first.
 */
export function jobsTable(jobs: readonly FoundJob[], { screen, now, from }: Shown): string {
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
        `${pad('', lead)}  ${row(
          columns.map(({ head }) => head),
          widths,
        )}`,
      ),
    );
  for (const [index, job] of jobs.entries()) {
    const number = (numbers[index] ?? '').padStart(lead);
    const cells = rows[index] ?? [];
    const body = isNarrow ? block(cells, room - lead - gap) : [row(cells, widths)];
    const why = job.match.why.map(plainText).join(' · ');
    const below = [room === null ? why : cut(why, room - lead - gap), plainText(job.url)].filter((line) => line !== '');
    lines.push(`${number}  ${screen.style.bold(body[0] ?? '')}`);
    for (const line of body.slice(1)) lines.push(`${pad('', lead)}  ${line}`);
    for (const line of below) lines.push(`${pad('', lead)}  ${screen.style.dim(line)}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => pad(cut(cell, widths[index] ?? 0), widths[index] ?? 0))
    .join(' '.repeat(gap))
    .trimEnd();
}

function block([title = '', ...facts]: readonly string[], room: number): string[] {
  return [cut(title, room), cut(facts.filter((fact) => fact !== '–').join(' · '), room)].filter((line) => line !== '');
}

/** As wide as what stands in them; where that is more than there is room for, the widest give way first. */
function shrink(rows: readonly (readonly string[])[], room: number | null): number[] {
  const widths = columns.map(({ head }, index) =>
    Math.max(widthOf(head), ...rows.map((cells) => widthOf(cells[index] ?? ''))),
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

/** "3 days ago"; a date that was stated without a time is told in days alone. */
function postedAgo({ postedAt, inferred }: FoundJob, now: Date): string | null {
  const age = postedAt === null ? Number.NaN : now.getTime() - Date.parse(postedAt);
  if (Number.isNaN(age)) return null;
  const isRounded = inferred.includes('postedAt');
  for (const [unit, length] of isRounded ? units.slice(0, 1) : units) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return isRounded ? 'today' : 'just now';
}
