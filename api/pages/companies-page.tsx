import type { Config } from '../../shared/config.js';
import { say } from '../../shared/messages/messages.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readSuggestions } from '../../shared/search/collections/word-counts.js';
import { companyKey } from '../../shared/words/company-key.js';
import { plainLetters } from '../../shared/words/text.js';
import { originOf } from '../formats/feeds.js';
import type { Middleware } from '../middleware/identify.js';
import { type Pages, pageHeaders } from './pages.js';
import { writePage } from './write-page.js';

type DirectoryContext = { redis: RedisConnection; config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** Companies on the first page, the busiest ones. */
const mostBusy = 100;

type Row = { key: string; name: string; jobs: number };

/**
 * GET /companies: the companies with the most postings of sources that are read in full, as workers publish them for suggestions (at
 * most 2,000). `letter=b` lists those with that initial, `letter=0` those whose name begins with none.
 */
export function companiesPage({ redis, config }: DirectoryContext, pages: Pages): Middleware {
  return async function companiesPage(ctx) {
    const { letter: given } = ctx.query;
    const letter = typeof given === 'string' && /^[a-z0]$/.test(given) ? given : null;
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    ctx.type = 'text/html; charset=utf-8';
    if (config.INDEXING !== 'on') ctx.set('X-Robots-Tag', 'noindex');
    const companies = rowsOf((await readSuggestions(redis))?.companies ?? []);
    const shown = letter === null ? companies.slice(0, mostBusy) : companies.filter((row) => initialOf(row) === letter);
    const address = `${originOf(ctx, config)}/companies${letter === null ? '' : `?letter=${letter}`}`;
    const heading = letter === null ? say('companies') : `${say('companies')}: ${labelOf(letter)}`;
    ctx.body = writePage(pages, {
      title: heading,
      address: ctx.url,
      description: say('companies.about', { n: companies.length }),
      head: <link rel="canonical" href={address} />,
      main: <Directory heading={heading} companies={companies} shown={shown} letter={letter} />,
    });
  };
}

/** The companies, each once, the busiest first. */
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

type DirectoryProps = { heading: string; companies: readonly Row[]; shown: readonly Row[]; letter: string | null };

function Directory({ heading, companies, shown, letter }: DirectoryProps) {
  const letters = [...new Set(companies.map(initialOf))].sort();
  const list = letter === null ? shown : shown.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  if (companies.length === 0)
    return (
      <article class="panel job-page">
        <h1>{heading}</h1>
        <p>
          {say('companies.none')} <a href="/">{say('search')}</a>
        </p>
      </article>
    );
  return (
    <article class="panel job-page">
      <h1>{heading}</h1>
      <nav class="pages" aria-label={say('companies.byInitial')}>
        {letters.map((each) => (
          <a
            key={each}
            class="act"
            href={`/companies?letter=${each}`}
            aria-current={each === letter ? 'page' : undefined}
          >
            {labelOf(each)}
          </a>
        ))}
      </nav>
      {letter === null ? (
        <p class="quiet">
          {companies.length > shown.length
            ? say('companies.busiest', { n: shown.length, all: companies.length })
            : say('companies.order')}
        </p>
      ) : (
        <p>
          <a href="/companies">{say('companies.back')}</a>
        </p>
      )}
      <ul class="companies">
        {list.map(({ key, name, jobs }) => (
          <li key={key}>
            <a href={`/companies/${encodeURIComponent(key)}`} dir="auto">
              {name}
            </a>{' '}
            <span class="quiet">{jobs}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
