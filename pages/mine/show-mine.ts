import { button, el, externalLink } from '../lib/dom.js';
import { formatAgo, formatMany } from '../lib/format.js';
import type { Job } from '../search/answer.js';
import type { MyJobs } from './my-jobs.js';
import { type KeptJob, maxFileBytes, maxNote, type SavedSearch } from './my-jobs-file.js';
import type { NewCounts } from './new-counts.js';

const nowIso = (): string => new Date().toISOString();

/** The buttons of a row: star and hide. */
export function rowButtons(job: Job, mine: MyJobs): HTMLElement[] {
  const kept = mine.job(job.id);
  return [
    toggleButton('star', {
      isOn: kept?.starredAt !== undefined,
      words: ['☆', '★', 'Star'],
      title: job.title,
      onPress: (isOn) => mine.change(job, { starredAt: isOn ? nowIso() : undefined } as Partial<KeptJob>),
    }),
    toggleButton('hide', {
      isOn: kept?.hiddenAt !== undefined,
      words: ['Hide', 'Hidden', 'Hide'],
      title: job.title,
      onPress: (isOn) => mine.change(job, { hiddenAt: isOn ? nowIso() : undefined } as Partial<KeptJob>),
    }),
  ];
}

/** The buttons of a job beside the list: star, applied, and a note once it is either. */
export function panelButtons(job: Job, mine: MyJobs): (HTMLElement | null)[] {
  const kept = mine.job(job.id);
  const [star] = rowButtons(job, mine);
  const applied = toggleButton('applied', {
    isOn: kept?.appliedAt !== undefined,
    words: ['I have applied', 'Applied ✓', kept?.appliedAt === undefined ? 'I have applied' : 'Applied ✓'],
    title: job.title,
    onPress: (isOn) => mine.change(job, { appliedAt: isOn ? nowIso() : undefined } as Partial<KeptJob>),
  });
  if (kept?.appliedAt === undefined && kept?.starredAt === undefined) return [star ?? null, applied];
  const note = el('textarea', {
    class: 'my-note',
    'data-key': `note-${job.id}`,
    'data-kept': true,
    rows: 2,
    maxlength: maxNote,
    'aria-label': `Your note on ${job.title}`,
    placeholder: 'Your note, kept in this browser',
  });
  note.value = kept.note ?? '';
  note.onchange = (event) => mine.change(job, { note: (event.currentTarget as HTMLTextAreaElement).value });
  return [star ?? null, applied, note];
}

type Toggle = {
  isOn: boolean;
  /** Off, on, and the name for assistive technology, which says itself whether it is pressed. */
  words: readonly [off: string, on: string, name: string];
  title: string;
  onPress(isOn: boolean): void;
};

function toggleButton(kind: string, { isOn, words: [off, on, name], title, onPress }: Toggle): HTMLElement {
  return button(
    { class: `act mine ${kind}`, 'aria-pressed': String(isOn), 'aria-label': `${name}: ${title}`, title: name },
    () => onPress(!isOn),
    isOn ? on : off,
  );
}

export type MineActions = {
  mine: MyJobs;
  counts: NewCounts;
  /** Lets the person have new jobs of a search sent to them. */
  watch(search: SavedSearch): void;
  /** Opens a search by its address. */
  open(address: string): void;
  /** Announces a text. */
  announce(text: string): void;
};

/** Saved searches and kept jobs on the start page; nothing while nothing is kept. */
export function showMine({ mine, counts, open, watch, announce }: MineActions): HTMLElement {
  const { searches, jobs } = mine.all();
  const now = new Date();
  const listOf = (member: 'starredAt' | 'appliedAt') =>
    Object.entries(jobs)
      .filter(([, job]) => job[member] !== undefined)
      .sort(([, one], [, other]) => (other[member] ?? '').localeCompare(one[member] ?? ''));
  return el(
    'div',
    { class: 'mine-lists', 'data-key': 'mine' },
    searches.length === 0
      ? null
      : el(
          'section',
          { 'aria-label': 'Saved searches', 'data-key': 'searches' },
          el('h2', {}, 'Saved searches'),
          el(
            'ul',
            {},
            ...searches.map(({ address, name, visitedAt }) => {
              const link = el('a', { href: `/${address}`, dir: 'auto' }, name);
              link.onclick = (event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                open(address);
              };
              return el(
                'li',
                { 'data-key': address },
                link,
                el(
                  'span',
                  { class: 'quiet' },
                  ` ${counts.wordsFor(address) ?? `last seen ${formatAgo(visitedAt, now)}`} `,
                ),
                el('a', { class: 'small', href: feedOf(address) }, 'Feed'),
                button(
                  { class: 'link small', 'aria-label': `Watch ${name}` },
                  () => watch({ address, name, visitedAt }),
                  'Watch',
                ),
                button(
                  { class: 'link small', 'aria-label': `Remove ${name}` },
                  () => mine.removeSearch(address),
                  'Remove',
                ),
              );
            }),
          ),
        ),
    showKept('Applied', listOf('appliedAt'), mine),
    showKept('Starred', listOf('starredAt'), mine),
    searches.length === 0 && Object.keys(jobs).length === 0 ? null : showFile(mine, announce),
  );
}

/** The page that has new jobs of a search sent by mail. */
export function alertOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.set('timeZone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  return `/alerts?${parameters}`;
}

/** The feed of a search by its address, newest first. */
export function feedOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.delete('page');
  parameters.set('sortBy', 'recent');
  parameters.set('limit', '50');
  return `/api/jobs/feed?${parameters}`;
}

function showKept(title: string, jobs: readonly [string, KeptJob][], mine: MyJobs): HTMLElement | null {
  if (jobs.length === 0) return null;
  const member = title === 'Applied' ? 'appliedAt' : 'starredAt';
  return el(
    'section',
    { 'aria-label': title, 'data-key': title },
    el('h2', {}, `${title}: ${formatMany(jobs.length, 'job')}`),
    el(
      'ul',
      {},
      ...jobs.map(([id, job]) =>
        el(
          'li',
          { 'data-key': id },
          externalLink(job.url, { dir: 'auto' }, job.title),
          el('span', { class: 'quiet', dir: 'auto' }, ` ${job.company} · ${formatAgo(job[member] ?? '', new Date())} `),
          button(
            { class: 'link small', 'aria-label': `Remove ${job.title}` },
            () => mine.change({ id }, { [member]: undefined } as Partial<KeptJob>),
            'Remove',
          ),
          job.note === undefined ? null : el('p', { class: 'kept-note', dir: 'auto' }, job.note),
        ),
      ),
    ),
  );
}

function showFile(mine: MyJobs, announce: (text: string) => void): HTMLElement {
  const input = el('input', {
    type: 'file',
    accept: 'application/json,.json',
    class: 'visually-hidden',
    tabindex: -1,
    'aria-label': 'A file that was exported here',
  });
  input.onchange = (event) => {
    const chosen = event.currentTarget as HTMLInputElement;
    const file = chosen.files?.[0];
    if (file !== undefined) void importFile(file, mine, announce);
    chosen.value = '';
  };
  return el(
    'p',
    { class: 'small quiet', 'data-key': 'file' },
    'All of this is kept in this browser alone. ',
    button({ class: 'link' }, () => download(mine.export()), 'Export as a file'),
    ' · ',
    button(
      { class: 'link' },
      () => document.querySelector<HTMLInputElement>('.mine-lists input')?.click(),
      'Import a file',
    ),
    input,
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  el('a', { href: address, download: 'my-jobs.json' }).click();
  URL.revokeObjectURL(address);
}

async function importFile(file: File, mine: MyJobs, announce: (text: string) => void): Promise<void> {
  try {
    if (file.size > maxFileBytes) throw new Error('This file is too large.');
    mine.import(await file.text());
    announce('Imported.');
  } catch (error) {
    announce(error instanceof Error ? error.message : 'This file could not be read.');
  }
}
