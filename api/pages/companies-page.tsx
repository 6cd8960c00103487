import { CompanyMark } from '../../pages/components/job-card.js';
import type { Config } from '../../shared/config.js';
import { say } from '../../shared/messages/messages.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readSuggestions } from '../../shared/search/collections/word-counts.js';
import { companyKey } from '../../shared/words/company-names.js';
import { plainLetters } from '../../shared/words/text.js';
import { originOf } from '../formats/feeds.js';
import type { Middleware } from '../middleware/identify.js';
import type { Pages } from './pages.js';
import { sendPage } from './write-page.js';

type DirectoryContext = { redis: RedisConnection; config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** Maximum companies listed at once. */
const mostListed = 200;

type Row = { key: string; name: string; jobs: number };

/** The companies to show: whose name contains the text, those with the initial, and their order. */
type Choice = { text: string; letter: string | null; byName: boolean };

/**
 * GET /companies: the companies with the most postings of sources that are read in full; workers publish at most 2,000
 * of them for suggestions. `q=acme` lists names that contain this, `letter=b` those with that initial, `letter=0` those
 * that do not begin with a letter, `sort=name` sorts by name.
 */
export function companiesPage({ redis, config }: DirectoryContext, pages: Pages): Middleware {
  return async function companiesPage(ctx) {
    const { letter: initial, q, sort } = ctx.query;
    const letter = typeof initial === 'string' && /^[a-z0]$/.test(initial) ? initial : null;
    const text = typeof q === 'string' ? q.trim().slice(0, 60) : '';
    const companies = rowsOf((await readSuggestions(redis))?.companies ?? []);
    const address = `${originOf(ctx, config)}/companies${letter === null ? '' : `?letter=${letter}`}`;
    const heading = letter === null ? say('companies') : `${say('companies')}: ${labelOf(letter)}`;
    sendPage(ctx, pages, {
      isIndexed: config.INDEXING === 'on' && text === '',
      title: heading,
      address: ctx.url,
      description: say('companies.about', { n: companies.length }),
      head: <link rel="canonical" href={address} />,
      main: (
        <article class="panel job-page">
          <h1>{heading}</h1>
          {companies.length === 0 ? (
            <p>
              {say('companies.none')} <a href="/">{say('search')}</a>
            </p>
          ) : (
            <Directory companies={companies} choice={{ text, letter, byName: sort === 'name' || letter !== null }} />
          )}
        </article>
      ),
    });
  };
}

/** The companies, each once, those with the most postings first. */
function rowsOf(words: readonly (readonly [string, number])[]): Row[] {
  const rows = new Map<string, Row>();
  for (const [name, jobs] of words) {
    const key = companyKey(name);
    const known = rows.get(key);
    if (known !== undefined) known.jobs += jobs;
    else if (key !== '') rows.set(key, { key, name, jobs });
  }
  return [...rows.values()].sort((one, other) => other.jobs - one.jobs);
}

const initialOf = ({ name }: Row): string => /^[a-z]/.exec(plainLetters(name).trimStart())?.[0] ?? '0';

const labelOf = (letter: string): string => (letter === '0' ? '0–9' : letter.toUpperCase());

/** The companies that match the visitor's filters, sorted. */
function chosenOf(companies: readonly Row[], { text, letter, byName }: Choice): Row[] {
  const part = plainLetters(text);
  const chosen = companies.filter(
    (row) => plainLetters(row.name).includes(part) && (letter === null || initialOf(row) === letter),
  );
  return byName ? chosen.sort((one, other) => (one.key < other.key ? -1 : 1)) : chosen;
}

function Directory({ companies, choice }: { companies: readonly Row[]; choice: Choice }) {
  const { text, letter, byName } = choice;
  const letters = [...new Set(companies.map(initialOf))].sort();
  const chosen = chosenOf(companies, choice);
  const shown = chosen.slice(0, mostListed);
  return (
    <>
      <form class="pay-form" action="/companies">
        <label>
          {say('companies.find')}
          <input type="search" name="q" value={text} maxLength={60} />
        </label>
        <label>
          {say('field.sortBy')}
          <select name="sort">
            <option value="jobs">{say('companies.byJobs')}</option>
            <option value="name" selected={byName}>
              {say('companies.byName')}
            </option>
          </select>
        </label>
        <button type="submit" class="act strong">
          {say('search')}
        </button>
      </form>
      <nav class="letters" aria-label={say('companies.byInitial')}>
        {letters.map((each) => (
          <a key={each} href={`/companies?letter=${each}`} aria-current={each === letter ? 'page' : undefined}>
            {labelOf(each)}
          </a>
        ))}
        {(letter !== null || text !== '') && <a href="/companies">{say('companies.all')}</a>}
      </nav>
      <p class="quiet" role="status">
        {shown.length < chosen.length
          ? say('companies.shown', { n: shown.length, all: chosen.length })
          : say('companies.found', { n: chosen.length })}
      </p>
      <ul class="companies">
        {shown.map(({ key, name, jobs }) => (
          <li key={key}>
            <a href={`/companies/${encodeURIComponent(key)}`}>
              <CompanyMark name={name} />
              <span dir="auto">{name}</span>
            </a>
            <span class="quiet">{say('jobs', { n: jobs })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
