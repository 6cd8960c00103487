import type { Level } from '../../shared/words/words.js';
import { jobTypeSentences, paySentences, workplaceSentences } from '../vocabulary/phrases.js';
import type { Chance } from './chance.js';
import { slugOf } from './companies.js';
import { editSections } from './edit-sections.js';
import { fillTemplate } from './fill-template.js';
import type { Opening, Section } from './opening.js';
import type { Pay } from './pay.js';
import type { BoardName, DemoPosting, Telling } from './posting.js';
import { renderSections } from './render-sections.js';
import { writePay } from './write-pay.js';
import { writePlace } from './write-place.js';

/** Where and how an opening is posted: `second` postings are edited copies, sometimes with fewer facts. */
export type Placing = { board: BoardName; second: boolean; now: Date };

const minute = 60_000;
const day = 24 * 60 * minute;

/** The facts of an opening that one board shows. */
export function makePosting(opening: Opening, placing: Placing, chance: Chance): DemoPosting {
  const { board, second } = placing;
  const pay = second && chance.maybe(0.4) ? null : opening.pay;
  const title = second ? editTitle(opening.title, opening.level, chance) : opening.title;
  const companyName = writeCompany(opening, second, chance);
  const stated = chooseTellings(opening, { board, pay }, chance);
  const payText = pay ? writePay(pay, opening.country, chance) : null;
  const sections = second ? editSections(opening.sections, companyName, chance) : opening.sections;
  const whole = [...sections.slice(0, -1), practical(opening, { stated, payText }, chance), ...sections.slice(-1)];
  const marked = opening.workplace === 'hybrid' ? chance.maybe(0.5) : board === 'greenhouse' && chance.maybe(0.1);
  return {
    id: idOf(opening.index, board),
    board,
    path: pathOf(opening, board, title),
    opening,
    title,
    companyName,
    locationText: writePlace(opening, marked, chance),
    pay,
    payText,
    stated: marked && board === 'greenhouse' ? { ...stated, workplace: 'field' } : stated,
    requisitionId: chance.maybe(0.7) ? opening.requisitionId : null,
    ...chooseDates(opening, placing, chance),
    descriptionHtml: renderSections(whole.filter(isNotEmpty), opening.company.houseStyle + (second ? 1 : 0)),
  };
}

const isNotEmpty = ({ paragraphs, list }: Section): boolean => paragraphs.length + list.length > 0;

/** Numbers look different on every board, as real ones do; each is derived from the opening's index in a different way. */
function idOf(index: number, board: BoardName): string {
  if (board === 'greenhouse') return String(4_100_000 + index * 7);
  if (board === 'careers') return String(20_011 + index * 3);
  return `sk${(Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36)}`;
}

function pathOf({ index }: Opening, board: BoardName, title: string): string {
  const id = idOf(index, board);
  if (board === 'greenhouse') return `/greenhouse/northwind/jobs/${id}`;
  return board === 'careers' ? `/careers/jobs/${id}/${slugOf(title)}` : `/spa/jobs/${id}`;
}

function editTitle(title: string, level: Level | null, chance: Chance): string {
  if (!chance.maybe(0.25)) return title;
  if (title.startsWith('Senior ') && level === 'senior') return title.replace('Senior ', 'Sr. ');
  return title.replace(' - ', ', ').replace(/ \((?:m|f)\/\w\/\w\)$/, '');
}

const legalForms: Partial<Record<string, string>> = {
  US: ', Inc.',
  GB: ' Ltd',
  DE: ' GmbH',
  CA: ' Inc.',
  NL: ' B.V.',
  IE: ' Ltd',
  CH: ' AG',
  AU: ' Pty Ltd',
};

function writeCompany({ company }: Opening, second: boolean, chance: Chance): string {
  const form = legalForms[company.home];
  return second && form && chance.maybe(0.35) ? `${company.name}${form}` : company.name;
}

function chooseTellings(
  opening: Opening,
  { board, pay }: { board: BoardName; pay: Pay | null },
  chance: Chance,
): DemoPosting['stated'] {
  const jobType = chance.weigh<Telling>([
    ['field', 62],
    ['text', 30],
    ['none', opening.jobType === 'full time' ? 10 : 0],
  ]);
  return {
    jobType,
    workplace: tellWorkplace(opening, board, chance),
    pay: pay ? (chance.maybe(0.82) ? 'field' : 'text') : 'none',
  };
}

/** Remote work always shows; JSON-LD has no word for hybrid or on site, so those two boards say them in prose. */
function tellWorkplace({ workplace }: Opening, board: BoardName, chance: Chance): Telling {
  if (workplace === 'remote') return 'field';
  if (board === 'greenhouse' && chance.maybe(0.4)) return 'field';
  return workplace === 'hybrid' || chance.maybe(0.5) ? 'text' : 'none';
}

type Telltale = { stated: DemoPosting['stated']; payText: string | null };

function practical(opening: Opening, { stated, payText }: Telltale, chance: Chance): Section {
  const { workplace, remoteRegion, places, jobType } = opening;
  const slots = { city: places[0]?.city ?? '', region: remoteRegion?.inWords ?? '', pay: payText ?? '' };
  const say = (list: readonly string[]): string => fillTemplate(chance.pick(list), slots, chance);
  const wherever = remoteRegion?.worldwide ? workplaceSentences.worldwide : workplaceSentences[workplace];
  const inWords = stated.workplace === 'text' || (stated.workplace === 'field' && chance.maybe(0.6));
  return {
    role: 'practical',
    heading: null,
    list: [],
    paragraphs: [
      ...(stated.jobType === 'text' ? [say(jobTypeSentences[jobType])] : []),
      ...(inWords ? [say(wherever)] : []),
      ...(stated.pay === 'text' ? [say(paySentences)] : []),
    ],
  };
}

function chooseDates(
  { ageMinutes }: Opening,
  { board, second, now }: Placing,
  chance: Chance,
): Pick<DemoPosting, 'postedAt' | 'updatedAt' | 'validUntil'> {
  const later = second ? chance.int(0, Math.min(2 * 24 * 60, ageMinutes - 15)) : 0;
  const postedAt = now.getTime() - (ageMinutes - later) * minute;
  const updatedAt = chance.maybe(0.3) ? postedAt + Math.floor((now.getTime() - postedAt) * chance.next()) : postedAt;
  const validUntil = board !== 'greenhouse' && chance.maybe(0.6) ? now.getTime() + chance.int(2, 45) * day : null;
  const iso = (time: number): string => new Date(time - (time % 1000)).toISOString();
  return {
    postedAt: iso(postedAt),
    updatedAt: iso(updatedAt),
    validUntil: validUntil === null ? null : iso(validUntil),
  };
}
