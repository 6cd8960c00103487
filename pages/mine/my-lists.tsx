import { useState } from 'preact/hooks';
import { type MessageKey, say } from '../../shared/messages/messages.js';
import { OutsideLink, pressed } from '../components/job-card.js';
import { formatAgo } from '../lib/format.js';
import { saveAsFile } from '../lib/save-file.js';
import { isInAccount, type MyJobs } from './my-jobs.js';
import { type KeptJob, lateStages, maxFileBytes, type SavedSearch, type Stage, stageOf } from './my-jobs-file.js';
import { useNewCounts } from './new-counts.js';
import { forgetSearches, recentSearches } from './recent-searches.js';
import { FeedLink } from './search-tools.js';

/** Saved and recent searches, and saved jobs. */
export type MineProps = {
  mine: MyJobs;
  /** Opens a search by its address; without it, the browser follows the link. */
  open?: (address: string) => void;
  /** The jobs selected for comparison, and a toggle; absent = no comparison here. */
  compare?: { isChosen(id: string): boolean; toggle(id: string): void } | undefined;
  /** Whether a saved job is still listed; `undefined` = unknown. */
  isOpen?(id: string): boolean | undefined;
  announce(text: string): void;
};

/** Saved searches and jobs; empty if there are none. */
export function MyLists(props: MineProps) {
  const { mine, compare } = props;
  const { searches, jobs } = mine.all();
  const isEmpty = searches.length === 0 && Object.keys(jobs).length === 0;
  return (
    <div class="mine-lists">
      {searches.length > 0 && <SavedSearches {...props} />}
      <div class="stages">
        {stages.map(([stage, title]) => (
          <KeptJobs key={stage} {...props} title={say(title)} stage={stage} isIn={(job) => stageOf(job) === stage} />
        ))}
      </div>
      {compare && <KeptJobs {...{ ...props, compare: undefined }} title={say('mark.hidden')} isIn={isHidden} />}
      {!isEmpty && <ExportImport {...props} />}
    </div>
  );
}

function SavedSearches({ mine, open, announce }: MineProps) {
  const { searches } = mine.all();
  const newIn = useNewCounts(searches);
  return (
    <section aria-label={say('saved.searches')}>
      <h2>{say('saved.searches')}</h2>
      <ul>
        {searches.map((search) => {
          const { address, name, visitedAt } = search;
          return (
            <li key={address}>
              <a href={`/${address}`} dir="auto" onClick={pressed(open && (() => open(address)))}>
                {name}
              </a>
              <span class="quiet">
                {' '}
                {newIn(search) ?? say('saved.visited', { when: formatAgo(visitedAt, new Date()) })}{' '}
              </span>
              <span class="row-tools">
                <FeedLink address={address} />
                {isSecureContext && (
                  <button
                    type="button"
                    class="link"
                    title={say('push.about')}
                    aria-pressed={search.alert !== undefined}
                    onClick={() => void notify(search, mine, announce)}
                  >
                    {say(search.alert === undefined ? 'push.on' : 'push.off')}
                  </button>
                )}
                <Remove name={name} remove={() => mine.removeSearch(address)} />
              </span>
            </li>
          );
        })}
      </ul>
      {!isSecureContext && <p class="quiet small">{say('push.insecure')}</p>}
    </section>
  );
}

/** Removes an item from a list. */
export const Remove = ({ name, remove }: { name: string; remove: () => void }) => (
  <button type="button" class="link" aria-label={say('remove.it', { name })} onClick={remove}>
    {say('remove')}
  </button>
);

const stages: readonly [stage: Stage, title: MessageKey][] = [
  ['saved', 'stage.saved'],
  ['applied', 'stage.applied'],
  ['interview', 'stage.interview'],
  ['offer', 'stage.offer'],
  ['closed', 'stage.closed'],
];

const isHidden = ({ hiddenAt }: KeptJob): boolean => hiddenAt !== undefined;

/** The jobs of a stage, sorted by the date of the next step, then the most recently saved. */
function KeptJobs({ mine, compare, isOpen, title, stage, isIn }: KeptProps) {
  const [isOver, setOver] = useState(false);
  const keyOf = ({ nextAt, appliedAt, starredAt, hiddenAt }: KeptJob): string =>
    nextAt === undefined ? `0${appliedAt ?? starredAt ?? hiddenAt}` : `9${9999 - Number(nextAt.slice(0, 4))}${nextAt}`;
  const jobs = Object.entries(mine.all().jobs)
    .filter(([, job]) => isIn(job))
    .sort(([, one], [, other]) => keyOf(other).localeCompare(keyOf(one)));
  const isTarget = stage !== undefined && compare !== undefined;
  const isAnywhere = Object.values(mine.all().jobs).some((job) => stageOf(job) !== null);
  if (jobs.length === 0 && !(isTarget && isAnywhere)) return null;
  const drop = (event: DragEvent): void => {
    const id = event.dataTransfer?.getData(dragged) ?? '';
    const job = mine.job(id);
    setOver(false);
    if (job === undefined || stage === undefined) return;
    event.preventDefault();
    moveTo(mine, { id, job, stage });
  };
  return (
    <section
      aria-label={title}
      class={isOver ? 'over' : undefined}
      {...(isTarget && {
        onDrop: drop,
        onDragLeave: () => setOver(false),
        onDragOver: (event: DragEvent) => {
          if (event.dataTransfer?.types.includes(dragged) !== true) return;
          event.preventDefault();
          setOver(true);
        },
      })}
    >
      <h2>{`${title}: ${say('jobs', { n: jobs.length })}`}</h2>
      {jobs.length === 0 && <p class="quiet">{say('stage.drop')}</p>}
      <ul class="jobs">
        {jobs.map(([id, job]) => (
          <li
            key={id}
            class="kept"
            draggable={isTarget}
            onDragStart={(event) => event.dataTransfer?.setData(dragged, id)}
          >
            {compare && (
              <input
                type="checkbox"
                class="to-compare"
                checked={compare.isChosen(id)}
                aria-label={say('compare.job', { title: job.title })}
                onChange={() => compare.toggle(id)}
              />
            )}
            <div>
              <a href={`/jobs/${id}`} dir="auto">
                {job.title}
              </a>
              <p class="quiet" dir="auto">
                {factsOf(job, isOpen?.(id)).join(' · ')}
              </p>
              {job.note !== undefined && (
                <p class="kept-note" dir="auto">
                  {job.note}
                </p>
              )}
              <StageFields id={id} job={job} mine={mine} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The drag-and-drop data type: the id of a saved job. */
const dragged = 'application/x-job';

type KeptProps = MineProps & { title: string; stage?: Stage; isIn(job: KeptJob): boolean };

/** Moves a job to a stage, by menu or by drag and drop. */
function moveTo(mine: MyJobs, { id, job, stage }: { id: string; job: KeptJob; stage: string }): void {
  const now = new Date().toISOString();
  mine.change({ id }, {
    stage: lateStages.find((each) => each === stage),
    starredAt: job.starredAt ?? now,
    appliedAt: stage === 'saved' ? undefined : (job.appliedAt ?? now),
  } as Partial<KeptJob>);
}

/** The card of a saved job; `isOpen`: `undefined` = unknown. */
const factsOf = ({ company, place, pay, postedAt }: KeptJob, isOpen: boolean | undefined): string[] =>
  [
    ...[company, place, pay, postedAt && say('posted.on', { when: formatAgo(postedAt, new Date()) })],
    ...[isOpen === undefined ? '' : say(isOpen ? 'saved.open' : 'saved.gone')],
  ].filter((word) => word !== undefined && word !== '') as string[];

/** The stage of a job and the date of the next step. */
function StageFields({ id, job, mine }: { id: string; job: KeptJob; mine: MyJobs }) {
  const stage = stageOf(job);
  const forget = { stage: undefined, starredAt: undefined, appliedAt: undefined, hiddenAt: undefined, note: undefined };
  return (
    <div class="row-tools">
      {stage !== null && (
        <select
          value={stage}
          aria-label={say('stage.of', { title: job.title })}
          onChange={({ currentTarget }) => moveTo(mine, { id, job, stage: currentTarget.value })}
        >
          {stages.map(([value, title]) => (
            <option key={value} value={value} selected={value === stage}>
              {say(title)}
            </option>
          ))}
        </select>
      )}
      {stage !== null && stage !== 'saved' && (
        <label>
          {say('stage.next')}{' '}
          <input
            type="date"
            value={job.nextAt ?? ''}
            onChange={({ currentTarget }) => mine.change({ id }, { nextAt: currentTarget.value })}
          />
        </label>
      )}
      <OutsideLink href={job.url}>{say('saved.original')}</OutsideLink>
      <Remove name={job.title} remove={() => mine.change({ id }, forget as unknown as Partial<KeptJob>)} />
    </div>
  );
}

/** Turns notifications of a search on or off; the code for that is loaded on demand. */
async function notify(search: SavedSearch, mine: MyJobs, announce: (text: string) => void): Promise<void> {
  try {
    const { toggleAlert } = await import('./offline.js');
    mine.saveSearch(await toggleAlert(search));
  } catch (error) {
    announce(error instanceof Error ? error.message : say('push.failed'));
  }
}

const ExportImport = ({ mine, announce }: MineProps) => (
  <p class="small quiet">
    {say(isInAccount() ? 'saved.inAccount' : 'saved.kept')}{' '}
    <button
      type="button"
      class="link"
      onClick={() => saveAsFile('my-jobs.json', new Blob([mine.export()], { type: 'application/json' }))}
    >
      {say('export')}
    </button>{' '}
    ·{' '}
    <button
      type="button"
      class="link"
      onClick={({ currentTarget }) => (currentTarget.nextElementSibling as HTMLInputElement).click()}
    >
      {say('import')}
    </button>
    <input
      type="file"
      accept="application/json,.json"
      class="visually-hidden"
      tabIndex={-1}
      aria-label={say('import.file')}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file !== undefined) void importFile(file, mine, announce);
        currentTarget.value = '';
      }}
    />
  </p>
);

async function importFile(file: File, mine: MyJobs, announce: (text: string) => void): Promise<void> {
  try {
    if (file.size > maxFileBytes) throw new Error(say('import.large'));
    mine.import(await file.text());
    announce(say('import.done'));
  } catch (error) {
    announce(error instanceof Error ? error.message : say('import.failed'));
  }
}

type RecentProps = { mine: Pick<MyJobs, 'search'>; open?: (address: string) => void; redraw(): void };

/** Recent searches in this browser that are not saved, as links; empty if there are none. */
export function RecentSearches({ mine, open, redraw }: RecentProps) {
  const searches = recentSearches().filter(({ address }) => mine.search(address) === undefined);
  if (searches.length === 0) return null;
  const forget = (): void => {
    forgetSearches();
    redraw();
  };
  return (
    <section class="recent" aria-label={say('saved.recent')}>
      <h2>{say('saved.recent')}</h2>
      <ul class="examples">
        {searches.map(({ address, name }) => (
          <li key={address}>
            <a class="chip" href={`/${address}`} dir="auto" onClick={pressed(open && (() => open(address)))}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" class="link small" onClick={forget}>
            {say('saved.forget')}
          </button>
        </li>
      </ul>
    </section>
  );
}

/** All lists, above the start of the search page. */
export const KeptHere = (props: MineProps & RecentProps) => (
  <>
    <MyLists {...props} />
    <RecentSearches {...props} />
  </>
);
