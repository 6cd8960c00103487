import { JobCards } from '../../pages/components/job-card.js';
import type { Job } from '../../shared/search/job.js';
import { manyWords, secondsWords } from '../../shared/words/job-words.js';
import type { HomeFigures } from './home-figures.js';

/** Searches by their label and their address. */
type Searches = readonly (readonly [label: string, search: Readonly<Record<string, string>>])[];

/** Example searches; each shows another filter. */
const examples: Searches = [
  ['Software engineer, hybrid', { keyword: 'software engineer', remoteFilter: 'hybrid' }],
  ['Nurse, full time, past month', { keyword: 'nurse', jobType: 'full time', dateSincePosted: 'past month' }],
  ['Remote, pays 100,000 or more', { location: 'Remote', salary: '100000' }],
  ['Entry level, newest first', { experienceLevel: 'entry level', sortBy: 'recent' }],
];

/** A title or place of fewer jobs is no popular one. */
const leastPopular = 3;

/** As many companies are named at most. */
const mostCompanies = 2000;

type StartProps = { home: HomeFigures | null; newest: readonly Job[]; hasOnlyDemo: boolean };

/**
 * What the page shows before the first search: what there is, searches to begin with, the newest jobs. `home`: `null` while nothing is
 * there; `hasOnlyDemo`: no source is read but the demo board.
 */
export const Start = ({ home, newest, hasOnlyDemo }: StartProps) => (
  <div id="start">
    <div class="welcome">
      {home !== null && <HeldLine home={home} />}
      {hasOnlyDemo && <Invitation />}
      <p class="examples">
        <SearchChip label="Newest jobs" search={{ sortBy: 'recent' }} kind="chip strong" />{' '}
        <SearchChip label="All jobs" search={{ keyword: '' }} kind="chip strong" />
      </p>
      {home === null ? (
        <Chips title="Try one of these" searches={examples} />
      ) : (
        <>
          <Chips title="Popular titles" searches={popular(home.titles, (word) => ({ keyword: plain(word) }))} />
          <Chips title="Popular places" searches={popular(home.places, (location) => ({ location }))} />
        </>
      )}
    </div>
    {newest.length > 0 && <Newest jobs={newest} />}
  </div>
);

type ChipProps = { label: string; search: Readonly<Record<string, string>>; kind?: string };

const SearchChip = ({ label, search, kind = 'chip' }: ChipProps) => (
  <a class={kind} dir="auto" href={`/?${new URLSearchParams(search)}`}>
    {label}
  </a>
);

const Chips = ({ title, searches }: { title: string; searches: Searches }) =>
  searches.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul class="examples">
        {searches.map(([label, search]) => (
          <li key={label}>
            <SearchChip label={label} search={search} />
          </li>
        ))}
      </ul>
    </>
  );

/** "12,345 jobs at 800 companies, each read within the last 3 hours." */
function HeldLine({ home: { jobs, companies, oldestAgeSeconds } }: { home: HomeFigures }) {
  const read = oldestAgeSeconds === null ? '' : `, each read within the last ${secondsWords(oldestAgeSeconds + 60)}`;
  const at = `${manyWords(companies, 'company', 'companies')}${companies >= mostCompanies ? ' or more' : ''}`;
  return (
    <p class="held">
      {manyWords(jobs, 'job')} at <a href="/companies">{at}</a>
      {read}.
    </p>
  );
}

/** Searches for the words that most postings have. */
const popular = (rows: HomeFigures['titles'], searchOf: (word: string) => Record<string, string>): Searches =>
  rows
    .filter(({ jobs }) => jobs >= leastPopular)
    .map(({ word, jobs }) => [`${word} · ${jobs.toLocaleString('en')}`, searchOf(word)] as const);

const plain = (word: string): string => word.replace(/["()|:\s]+/g, ' ').trim();

/** How the first real sources are added, for who runs the service. */
const Invitation = () => (
  <section class="invitation" aria-labelledby="invitation">
    <h2 id="invitation">These jobs are invented</h2>
    <p>They are from a demo board. To search real ones, start the service with boards of the catalogue:</p>
    <p>
      <code>npx job-search start --boards technology</code>
    </p>
    <p class="quiet">
      Another industry, a size (51-200), a country, names of companies or “all” will do, too. With ADMIN_PORT set,
      boards are chosen on the operator’s page, /admin/catalogue.
    </p>
  </section>
);

function Newest({ jobs }: { jobs: readonly Job[] }) {
  const now = new Date();
  return (
    <section id="newest" class="newest" aria-labelledby="newest-title">
      <h2 id="newest-title">Newest jobs</h2>
      <JobCards jobs={jobs} now={now} />
      <p>
        <a class="act" href="/?sortBy=recent">
          All of the newest jobs
        </a>{' '}
        <a class="act" href="/salaries">
          What jobs pay
        </a>
      </p>
    </section>
  );
}
