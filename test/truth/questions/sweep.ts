import type { TestService } from '../../lib/start-service.js';
import { checkAnswer } from '../checks/check-answer.js';
import { anySearch, type TruthQuery } from '../meaning.js';
import type { Disagreement } from '../oracle/disagreement.js';
import type { Facts, Opening, Pay } from '../world/opening.js';
import { companies } from '../world/vocabulary.js';
import type { World } from '../world/world.js';
import { askWhole, type Row } from './ask.js';

/**
 * Reads the whole world company by company, before any filter: every opening must be present once with its facts as stated,
 * so that any later disagreement is caused by matching. Counted as query 0.
 */
export async function sweep(service: TestService, world: World): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for (const company of companies) {
    const query = everythingOf(company.split(' ')[0] ?? company);
    const answer = await askWhole(service.search, query.body);
    found.push(...checkAnswer(answer, query, world));
    for (const row of answer.rows) {
      const opening = world.openingOf(/\/jobs\/(\d+)/.exec(row.url)?.[1] ?? '');
      if (opening === undefined || opening.company !== company) continue;
      for (const text of misreadings(row, opening))
        found.push({ kind: 'understood otherwise', query: 0, opening, text });
    }
  }
  return found;
}

function everythingOf(word: string): TruthQuery {
  const keyword = { is: 'term', words: word, within: 'any', quoted: false } as const;
  return {
    number: 0,
    body: { keyword: word },
    meaning: { ...anySearch, keyword },
    variants: [],
    wantsNotice: false,
    mayBroaden: true,
    traits: ['sweep'],
  };
}

/** Facts of a record that none of the opening's boards states. */
function misreadings(row: Row, opening: Opening): string[] {
  const stated = opening.postings.map(({ facts }) => facts);
  const read = { workplace: row.workplace, jobType: row.jobType, level: row.experienceLevel };
  const wrong = (Object.keys(read) as (keyof typeof read)[])
    .filter((name) => !saidBy(stated, name, read[name]))
    .map((name) => `${name} ${JSON.stringify(read[name])} where ${said(stated, name)} is stated`);
  if (row.title !== opening.title) wrong.push(`title "${row.title}"`);
  if (!stated.some(({ pay }) => samePay(pay, row.salary)))
    wrong.push(`pay ${JSON.stringify(row.salary)} where ${said(stated, 'pay')}`);
  const [place] = opening.places;
  const names = opening.places.map(({ city }) => city);
  const city = row.location.city?.replace(/ City$/, '') ?? '';
  if (place !== undefined && !names.includes(city)) wrong.push(`city ${JSON.stringify(row.location)}`);
  return wrong;
}

/** With several boards the record may follow any that states the fact; it may be unknown only where none does. */
function saidBy(stated: readonly Facts[], name: 'workplace' | 'jobType' | 'level', value: string | null): boolean {
  return value === null ? stated.every((facts) => facts[name] === null) : stated.some((facts) => facts[name] === value);
}

const said = (stated: readonly Facts[], name: keyof Facts): string =>
  [...new Set(stated.map((facts) => JSON.stringify(facts[name])))].join(' or ');

function samePay(pay: Pay | null, read: Row['salary']): boolean {
  if (pay === null || read === null) return pay === null && read === null;
  return pay.min === read.min && pay.max === read.max && pay.currency === read.currency && pay.per === read.per;
}
