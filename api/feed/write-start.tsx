import { JobCards } from '../../pages/components/job-card.js';
import { type MessageKey, say, sayWith, thousandsWords } from '../../shared/messages/messages.js';
import type { Job } from '../../shared/search/job.js';
import { secondsWords } from '../../shared/words/job-words.js';
import type { HomeFigures } from './home-figures.js';

/** Searches by their label and their address. */
type Searches = readonly (readonly [label: string, search: Readonly<Record<string, string>>])[];

/** Example searches; each shows a different filter. */
const examples: readonly (readonly [MessageKey, Readonly<Record<string, string>>])[] = [
  ['start.example1', { keyword: 'software engineer', remoteFilter: 'hybrid' }],
  ['start.example2', { keyword: 'nurse', jobType: 'full time', dateSincePosted: 'past month' }],
  ['start.example3', { location: 'Remote', salary: '100000' }],
  ['start.example4', { experienceLevel: 'entry level', sortBy: 'recent' }],
];

/** A title or place with fewer jobs is not popular. */
const leastPopular = 3;

/** At most this many companies are named. */
const mostCompanies = 2000;

type StartProps = { home: HomeFigures | null; newest: readonly Job[]; hasOnlyDemo: boolean };

/**
 * Shown before the first search: totals, example searches, the newest jobs. `home`: `null` while nothing is stored;
 * `hasOnlyDemo`: the demo board is the only source.
 */
export const Start = ({ home, newest, hasOnlyDemo }: StartProps) => (
  <div id="start">
    <div class="welcome">
      {home !== null && <HeldLine home={home} />}
      {hasOnlyDemo && <Invitation />}
      <p class="examples">
        <SearchChip label={say('start.newest')} search={{ sortBy: 'recent' }} kind="chip strong" />{' '}
        <SearchChip label={say('allJobs')} search={{ keyword: '' }} kind="chip strong" />
      </p>
      {home === null ? (
        <Chips title={say('start.try')} searches={examples.map(([key, search]) => [say(key), search] as const)} />
      ) : (
        <>
          <Chips title={say('start.titles')} searches={popular(home.titles, (word) => ({ keyword: plain(word) }))} />
          <Chips title={say('start.places')} searches={popular(home.places, (location) => ({ location }))} />
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
  return (
    <p class="held">
      {sayWith('start.held', {
        n: jobs,
        companies: (
          <a href="/companies">
            {say(companies >= mostCompanies ? 'start.manyCompanies' : 'start.companies', { n: companies })}
          </a>
        ),
      })}{' '}
      {oldestAgeSeconds !== null && say('start.read', { span: secondsWords(oldestAgeSeconds + 60) })}
    </p>
  );
}

/** Searches for the most frequent words of postings. */
const popular = (rows: HomeFigures['titles'], searchOf: (word: string) => Record<string, string>): Searches =>
  rows
    .filter(({ jobs }) => jobs >= leastPopular)
    .map(({ word, jobs }) => [`${word} · ${thousandsWords(jobs)}`, searchOf(word)] as const);

const plain = (word: string): string => word.replace(/["()|:\s]+/g, ' ').trim();

/** How to add the first real sources, for the operator. */
const Invitation = () => (
  <section class="invitation" aria-labelledby="invitation">
    <h2 id="invitation">{say('demo.title')}</h2>
    <p>{say('demo.how')}</p>
    <p>
      <a class="act strong" href="/boards">
        {say('demo.choose')}
      </a>
    </p>
  </section>
);

function Newest({ jobs }: { jobs: readonly Job[] }) {
  const now = new Date();
  return (
    <section id="newest" class="newest" aria-labelledby="newest-title">
      <h2 id="newest-title">{say('start.newest')}</h2>
      <JobCards jobs={jobs} now={now} />
      <p>
        <a class="act" href="/?sortBy=recent">
          {say('start.allNewest')}
        </a>{' '}
        <a class="act" href="/salaries">
          {say('start.pay')}
        </a>
      </p>
    </section>
  );
}
