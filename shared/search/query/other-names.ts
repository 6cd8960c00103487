import { didYouMean } from '../../words/did-you-mean.js';
import { foldWord } from '../../words/text.js';
import type { FieldName } from '../fields.js';

/** Names of the fields in other job search services, by the field of this one; case and marks are ignored. */
const otherNames: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  keyword: ['q', 'query', 'what', 'search', 'term', 'keywords', 'text', 'title', 'role'],
  location: ['where', 'l', 'loc', 'place', 'city', 'region', 'country', 'near', 'geo'],
  dateSincePosted: ['since', 'posted', 'date_posted', 'max_days_old', 'posted_after', 'fromage', 'age', 'days'],
  salary: ['min_salary', 'salary_min', 'minimum_salary', 'pay', 'compensation'],
  jobType: ['employment_type', 'contract_type', 'contract', 'type'],
  remoteFilter: ['remote', 'workplace', 'workplace_type', 'work_mode', 'on_site'],
  experienceLevel: ['level', 'experience', 'seniority'],
  language: ['lang', 'locale'],
  sortBy: ['sort', 'order', 'order_by'],
  limit: ['per_page', 'results_per_page', 'page_size', 'size', 'count', 'num', 'rows', 'max_results', 'take'],
  page: ['offset', 'start', 'skip', 'from', 'page_number', 'p'],
};

const byOtherName: ReadonlyMap<string, FieldName> = new Map(
  Object.entries(otherNames).flatMap(([field, names]) => names.map((name) => [foldWord(name), field as FieldName])),
);

/** The name meant by an unknown one: a misspelling, or another service's name; `null` = none is near. */
export function nameMeant(name: string, names: readonly string[]): string | null {
  const known = byOtherName.get(foldWord(name.slice(0, 40)));
  return known !== undefined && names.includes(known) ? known : didYouMean(name, names);
}
