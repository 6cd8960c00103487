import { CompanyMark, JobCards, OutsideLink } from '../../pages/components/job-card.js';
import { aboutCompany, DayOf } from '../../pages/components/job-details.js';
import { MainLink } from '../../pages/components/main-link.js';
import { siteName } from '../../pages/components/words.js';
import type { Config } from '../../shared/config.js';
import { type MessageKey, say } from '../../shared/messages/messages.js';
import type { CompanyAnswer } from '../../shared/search/company.js';
import { originOf } from '../formats/feeds.js';
import type { FindCompany } from '../jobs/company.js';
import type { Middleware } from '../middleware/identify.js';
import { known, orNull, type Pages } from './pages.js';
import { Data, Shared, sendPage } from './write-page.js';

type CompanyPageContext = { findCompany: FindCompany; config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** GET /companies/{key}: openings, places and pay; only following needs a script. 404 if no opening is stored. */
export function companyPage({ findCompany, config }: CompanyPageContext, pages: Pages): Middleware {
  return async function companyPage(ctx) {
    const { key = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const company = await orNull('not-found', findCompany(key));
    if (company === null)
      return sendPage(ctx, pages, { status: 404, title: say('company.none'), description: '', main: <NoOpenings /> });
    if (company.key !== key) return ctx.redirect(`/companies/${encodeURIComponent(company.key)}`);
    const isIndexed = config.INDEXING === 'on';
    const address = `${originOf(ctx, config)}/companies/${encodeURIComponent(company.key)}`;
    return sendPage(ctx, pages, {
      isIndexed,
      script: 'company',
      title: say('company.title', { company: company.name }),
      description: descriptionOf(company),
      head: (
        <>
          <Shared address={address} title={say('company.title', { company: company.name })} />
          {isIndexed && <Data type="application/ld+json" value={organizationOf(company)} />}
        </>
      ),
      main: <CompanyArticle company={company} />,
    });
  };
}

const NoOpenings = () => (
  <section class="empty">
    <h1>{say('company.none')}</h1>
    <p>{say('company.noneNow')}</p>
    <MainLink href="/companies">{say('company.all')}</MainLink>
  </section>
);

const openings = (count: number): string => say('openings', { n: count });

/** Places named in the page description. */
const describedPlaces = 3;

function descriptionOf({ name, total, facets, jobs }: CompanyAnswer): string {
  const places = placesOf(facets).slice(0, describedPlaces);
  const titles = [...new Set(jobs.map(({ title }) => title))].slice(0, describedPlaces);
  const where = [say('company.title', { company: name }), ...places.map(({ word }) => word)].join('; ');
  return `${where} – ${openings(total)}: ${titles.join(', ')}.`;
}

const placesOf = ({ places }: CompanyAnswer['facets']) => places.filter(({ word, jobs }) => word !== '' && jobs > 0);

/** The company as structured data, with known facts only. */
const organizationOf = ({ name, url, logoUrl }: CompanyAnswer) =>
  known({ '@context': 'https://schema.org', '@type': 'Organization', name, sameAs: url, logo: logoUrl });

/** The address of a search in a company's openings. */
function searchIn({ name }: CompanyAnswer, location = ''): string {
  const fields = { keyword: `company:"${name.replaceAll('"', '')}"`, ...(location === '' ? {} : { location }) };
  return `/?${new URLSearchParams(fields)}`;
}

function CompanyArticle({ company }: { company: CompanyAnswer }) {
  const { name, url, total, facets, jobs, closed, openDays, partial } = company;
  const places = placesOf(facets);
  const now = new Date();
  const about = aboutCompany(company);
  return (
    <article class="panel job-page">
      <div class="panel-top">
        <CompanyMark name={name} />
        <h1 dir="auto">{name}</h1>
        <a class="act apply" href={searchIn(company)}>
          {say('company.search')}
        </a>
      </div>
      <p class="company">
        {url !== null && (
          <OutsideLink href={url} class="name">
            {siteName(url)}
          </OutsideLink>
        )}
        {about !== '' && <span class="quiet">{about}</span>}
      </p>
      <p>
        {openings(total)}
        {postedWords(facets)}.
      </p>
      <p class="actions">
        <a class="act" href="/companies">
          {say('company.all')}
        </a>{' '}
        <span id="follow" data-company={name} />
      </p>
      {partial && <p class="note warn">{say('partial')}</p>}
      {places.length > 0 && (
        <>
          <h2>{say('field.location')}</h2>
          <ul>
            {places.map(({ word, jobs: count }) => (
              <li key={word}>
                <a href={searchIn(company, word)} dir="auto">
                  {word}
                </a>{' '}
                <span class="quiet">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <PayOf salary={facets.salary} />
      <h2>{say('company.newest')}</h2>
      <JobCards jobs={jobs} now={now} />
      {jobs.length < total && (
        <p>
          <a class="act" href={searchIn(company)}>
            {say('company.allOpenings', { n: total })}
          </a>
        </p>
      )}
      {closed.length > 0 && (
        <>
          <h2>{say('company.closed')}</h2>
          {openDays !== null && <p>{openWords(openDays)}</p>}
          <ul>
            {closed.map(({ title, location, closedAt }) => (
              <li key={`${title} ${closedAt}`}>
                <span dir="auto">{[title, location].filter((word) => word !== null).join(', ')}</span>{' '}
                <span class="quiet">
                  <DayOf iso={closedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

/** For example: "Openings that closed in the last 30 days had been open for 21 days or more (median of 14)." */
function openWords({ median, closings, atLeast }: NonNullable<CompanyAnswer['openDays']>): string {
  const days = say(atLeast ? 'company.daysOrMore' : 'span.day', { n: median });
  return say('company.closings', { n: closings, days });
}

/** For example: ": 3 posted in the past 24 hours, 12 in the past week". */
function postedWords({ dateSincePosted }: CompanyAnswer['facets']): string {
  const spans: [string, MessageKey][] = [
    ['24hr', 'company.postedDay'],
    ['past week', 'company.postedWeek'],
    ['past month', 'company.postedMonth'],
  ];
  const said = spans.flatMap(([word, key]) => {
    const count = dateSincePosted.find((row) => row.word === word)?.jobs ?? 0;
    return count === 0 ? [] : [say(key, { n: count })];
  });
  return said.length === 0 ? '' : `; ${say('company.posted')} ${said.join(', ')}`;
}

/** Minimum openings that state their pay for pay to be shown. */
const leastStated = 5;

function PayOf({ salary: { any, unknown, buckets } }: { salary: CompanyAnswer['facets']['salary'] }) {
  const stated = any - unknown;
  if (stated < leastStated) return null;
  const amount = (count: number): string => `${Math.round(count / 1000)}K`;
  return (
    <>
      <h2>{say('field.salary')}</h2>
      <p>{say('company.pay', { stated, n: any })}</p>
      <ul>
        {buckets
          .filter(({ jobs }) => jobs > 0)
          .map(({ from, to, jobs }) => (
            <li key={from}>
              {to === null ? say('pay.from', { amount: amount(from) }) : `${amount(from)} – ${amount(to)}`}{' '}
              <span class="quiet">{jobs}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
