import { useEffect, useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';
import { companyKey } from '../../shared/words/company-names.js';
import type { MyJobs } from './my-jobs.js';
import { Remove } from './my-lists.js';

/** The companies a person follows: their openings, one search for all of them, and those not listed by any board. */

/** Maximum length of a search keyword. */
const longestKeyword = 200;

/** Maximum companies whose openings are counted, because each count is a request. */
const mostCounted = 20;

/** Searches the openings of companies in the given order, with as many names as fit into a keyword. */
export function searchesFor(names: readonly string[]): { keyword: string; names: string[] }[] {
  const searches: { keyword: string; names: string[] }[] = [];
  for (const name of names) {
    const term = `company:"${name.replaceAll('"', '')}"`;
    const last = searches.at(-1);
    const longer = last === undefined ? term : `${last.keyword} OR ${term}`;
    if (last === undefined || longer.length > longestKeyword) searches.push({ keyword: term, names: [name] });
    else Object.assign(last, { keyword: longer, names: [...last.names, name] });
  }
  return searches.filter(({ keyword }) => keyword.length <= longestKeyword);
}

/** The number of openings of each company, by key; `null` = no board lists it. */
type Counts = ReadonlyMap<string, number | null>;

export function MyCompanies({ mine }: { mine: MyJobs }) {
  const companies = mine.all().companies ?? [];
  const [counts, setCounts] = useState<Counts>(new Map());
  const uncounted = companies.slice(0, mostCounted).find(({ name }) => !counts.has(companyKey(name)));
  useEffect(() => {
    if (uncounted === undefined) return;
    const key = companyKey(uncounted.name);
    countOpenings(key).then(
      (count) => count !== undefined && setCounts(new Map([...counts, [key, count]])),
      () => undefined,
    );
  }, [uncounted, counts]);
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('company') as HTMLInputElement;
    const name = field.value.trim();
    if (companyKey(name) !== '' && !mine.follows(name)) mine.toggleCompany(name);
    field.value = '';
  };
  return (
    <section class="mine-lists my-companies" aria-label={say('company.mine')}>
      <h2>{say('company.mine')}</h2>
      {searchesFor(companies.map(({ name }) => name)).map(({ keyword, names }) => (
        <p key={keyword}>
          <a class="act" href={`/?${new URLSearchParams({ keyword, sortBy: 'recent' })}`} dir="auto">
            {say('company.jobsAt', { companies: names.join(', ') })}
          </a>
        </p>
      ))}
      <ul>
        {companies.map(({ name }) => (
          <li key={name}>
            <Company name={name} openings={counts.get(companyKey(name))} />
            <Remove name={name} remove={() => mine.toggleCompany(name)} />
          </li>
        ))}
      </ul>
      <form class="row-tools" onSubmit={add}>
        <label for="add-company">{say('company.addName')}</label>{' '}
        <input id="add-company" name="company" maxLength={100} autoComplete="organization" required />{' '}
        <button type="submit" class="act">
          {say('company.follow')}
        </button>
      </form>
    </section>
  );
}

/** `openings`: `undefined` = unknown. */
const Company = ({ name, openings }: { name: string; openings: number | null | undefined }) => (
  <>
    {openings === null ? (
      <span dir="auto">{name}</span>
    ) : (
      <a href={`/companies/${encodeURIComponent(companyKey(name))}`} dir="auto">
        {name}
      </a>
    )}{' '}
    <span class="quiet">
      {openings === undefined ? '' : openings === null ? say('company.notRead') : say('openings', { n: openings })}
    </span>{' '}
    {openings === null && (
      <a href={`/boards?${new URLSearchParams({ step: '2', text: name })}`}>{say('company.addBoard')}</a>
    )}{' '}
  </>
);

/** `undefined` = the service gave no answer. */
async function countOpenings(key: string): Promise<number | null | undefined> {
  const response = await fetch(`/api/companies/${encodeURIComponent(key)}`);
  if (response.status === 404) return null;
  return response.ok ? ((await response.json()) as { total: number }).total : undefined;
}
