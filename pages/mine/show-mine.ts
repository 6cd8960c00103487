import { button, el, externalLink } from '../lib/dom.js';
import { formatAgo, formatMany, timeZoneHere } from '../lib/format.js';
import { filterNames } from '../search/query.js';
import type { Mark } from './job-buttons.js';
import type { MyJobs } from './my-jobs.js';
import { type KeptJob, maxFileBytes, type SavedSearch } from './my-jobs-file.js';
import type { NewCounts } from './new-counts.js';

type CompareActions = { isChosen(id: string): boolean; toggle(id: string): void };

export type MineActions = {
  mine: MyJobs;
  counts: NewCounts;
  /** Opens a search by its address; without it the link does. */
  open?: (address: string) => void;
  /** Which jobs are chosen to be compared, and chooses another. */
  compare?: CompareActions | undefined;
  /** Announces a text. */
  announce(text: string): void;
};

/** Saved searches and kept jobs; nothing while nothing is kept. */
export function showMine({ mine, counts, open, compare, announce }: MineActions): HTMLElement {
  const { searches, jobs } = mine.all();
  const now = new Date();
  const listOf = (member: Mark) =>
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
                if (open === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
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
                feedLink(address, 'small'),
                button(
                  { class: 'link small', 'aria-label': `Watch ${name}` },
                  () => watch({ address, name, visitedAt }, announce),
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
    showKept(listOf('appliedAt'), { title: 'Applied', member: 'appliedAt', mine, compare }),
    showKept(listOf('starredAt'), { title: 'Starred', member: 'starredAt', mine, compare }),
    compare === undefined ? null : showKept(listOf('hiddenAt'), { title: 'Hidden', member: 'hiddenAt', mine }),
    searches.length === 0 && Object.keys(jobs).length === 0 ? null : showFile(mine, announce),
  );
}

/** The page that has new jobs of a search sent by mail. */
export function alertOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.set('timeZone', timeZoneHere());
  return `/alerts?${parameters}`;
}

/** The feed of a search by its address, newest first. */
function feedOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.delete('page');
  parameters.set('sortBy', 'recent');
  parameters.set('limit', '50');
  return `/api/jobs/feed?${parameters}`;
}

/** Copies the address of the feed, which a browser would show as XML; where copying is not allowed, the link leads to it. */
export function feedLink(address: string, kind: 'small' | null): HTMLElement {
  const title = 'For a feed reader: the newest jobs of this search';
  const link = el('a', { href: feedOf(address), title, class: kind, 'data-key': 'feed' }, 'Copy feed address');
  link.onclick = (event) => {
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigator.clipboard.writeText(currentTarget.href).then(
      () => {
        currentTarget.textContent = 'Copied. Paste it into your feed reader';
      },
      () => location.assign(currentTarget.href),
    );
  };
  return link;
}

type Kept = { title: string; member: Mark; mine: MyJobs; compare?: CompareActions | undefined };

function showKept(jobs: readonly [string, KeptJob][], { title, member, mine, compare }: Kept): HTMLElement | null {
  if (jobs.length === 0) return null;
  return el(
    'section',
    { 'aria-label': title, 'data-key': member },
    el('h2', {}, `${title}: ${formatMany(jobs.length, 'job')}`),
    el(
      'ul',
      {},
      ...jobs.map(([id, job]) =>
        el(
          'li',
          { 'data-key': id },
          compare === undefined ? null : choice(id, job, compare),
          el('a', { href: `/jobs/${id}`, dir: 'auto' }, job.title),
          el('span', { class: 'quiet', dir: 'auto' }, ` ${job.company} · ${formatAgo(job[member] ?? '', new Date())} `),
          externalLink(job.url, { class: 'small' }, 'Original'),
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

function choice(id: string, { title }: KeptJob, compare: CompareActions): HTMLElement {
  const box = el('input', {
    ...{ type: 'checkbox', class: 'to-compare', 'aria-label': `Compare ${title}` },
    // A job may stand in two lists: a box is drawn anew when its job is chosen in the other one.
    'data-key': `${id} ${compare.isChosen(id)}`,
  });
  box.checked = compare.isChosen(id);
  box.onchange = () => compare.toggle(id);
  return box;
}

/** Opens the dialog for a watch, whose code is loaded for it. */
function watch({ address, name }: SavedSearch, announce: (text: string) => void): void {
  const given = new URLSearchParams(address);
  const fields = filterNames.map((field) => [field, given.get(field) ?? '']).filter(([, value]) => value !== '');
  void import('./watch-dialog.js').then(
    ({ openWatchDialog }) => openWatchDialog({ name, fields: Object.fromEntries(fields) }),
    () => announce('The dialog could not be loaded.'),
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
