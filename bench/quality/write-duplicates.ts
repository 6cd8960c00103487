import { type Chance, chanceOf } from '../../demo-board/postings/chance.js';
import { countries } from '../../demo-board/vocabulary/countries.js';
import type { Posting } from '../../worker/sources/posting.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import type { TrueOpening } from './duplicate-openings.js';

/** A posting of a labelled opening on one board. */
export type LabelledPosting = { truth: string; board: string; posting: Posting; daysOld: number };

/** How boards write; no rule was tuned on the ways of `held-out` boards. */
export type Manner = 'tuning' | 'held-out';

type Write = (opening: TrueOpening, chance: Chance) => string;

const capitals = (text: string): string => text.toUpperCase();
const everyWord = (text: string): string =>
  text.toLowerCase().replace(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase());

/** Ways to write a title, the employer's own first. */
const titles: Readonly<Record<Manner, readonly Write[]>> = {
  tuning: [
    ({ title }) => title,
    ({ title }) => title,
    ({ title }) => capitals(title),
    ({ title }) => everyWord(title),
    ({ title }) => title.replace(/^Senior /, 'Sr. ').replace(/^Junior /, 'Jr. '),
    ({ title, city }) => `${title} - ${city}`,
    ({ title, isRemote }) => (isRemote ? `${title} (Remote)` : title),
    ({ title }) => `${title} (m/w/d)`,
    ({ title }) => title.replace(/, ([^,]+)$/, ' - $1'),
  ],
  'held-out': [
    ({ title }) => title,
    ({ title, company }) => `${title} at ${company}`,
    ({ title, city, country }) => `${title} (${city}, ${countries[country].name})`,
    ({ title }) => title.replace(/^Sr\. /, 'Senior ').replace(/^Senior /, 'Snr '),
    ({ title }) => title.toLowerCase(),
    ({ title }) => title.replace(/ \(([^)]+)\)$/, ', $1'),
    ({ title, company }) => `${title} | ${company}`,
    ({ title, isRemote }) => (isRemote ? `Remote ${title}` : `${title} [all genders]`),
  ],
};

const legalForms: Partial<Record<string, readonly string[]>> = {
  US: [', Inc.', ' LLC', ' Inc'],
  GB: [' Ltd', ' Limited', ' PLC'],
  DE: [' GmbH', ' AG', ' SE'],
  FR: [' SAS', ' SA'],
  NL: [' B.V.'],
};

const companies: Readonly<Record<Manner, readonly Write[]>> = {
  tuning: [
    ({ company }) => company,
    ({ company }) => company,
    ({ company, country }, chance) => `${company}${chance.pick(legalForms[country] ?? [''])}`,
    ({ company }) => capitals(company),
  ],
  'held-out': [
    ({ company }) => company,
    ({ company, country }, chance) => `The ${company}${chance.pick(legalForms[country] ?? [' Group'])}`,
    ({ company }) => company.replace(' & ', ' and '),
    ({ company }) => company.toLowerCase(),
  ],
};

/** Local spellings of towns. */
const localNames: Partial<Record<string, string>> = {
  Munich: 'München',
  Cologne: 'Köln',
  Zurich: 'Zürich',
  Geneva: 'Genève',
  Warsaw: 'Warszawa',
  'New York': 'NYC',
  Montreal: 'Montréal',
  Bengaluru: 'Bangalore',
};

const places: Readonly<Record<Manner, readonly Write[]>> = {
  tuning: [
    ({ city, region, country }) => `${city}, ${region}, ${countries[country].name}`,
    ({ city, country }) => `${city}, ${countries[country].name}`,
    ({ city, region, country }) => `${city}, ${country === 'US' ? region : country}`,
    ({ city, country }) => `${localNames[city] ?? city}, ${countries[country].name}`,
  ],
  'held-out': [
    ({ city, region, country }) => `${city}, ${region}, ${country}`,
    ({ city, country }) => `${countries[country].name} - ${city}`,
    ({ city, region, country }) => `${localNames[city] ?? city}, ${region}, ${countries[country].name}`,
  ],
};

const before: Readonly<Record<Manner, readonly string[]>> = {
  tuning: [
    'Posted through a partner network. Apply on the page of the employer.',
    'Your next step could start here. Please read to the end before you apply.',
  ],
  'held-out': [
    'This vacancy was found by our robot on the website of the company. We are not the employer and take no applications by post.',
  ],
};

const after: Readonly<Record<Manner, readonly string[]>> = {
  tuning: [
    'All qualified applicants receive consideration without regard to race, colour, religion, sex, national origin, disability or age. Ask us for an adjustment at any step of the process.',
    'Never pay anybody for an interview. If an offer looks wrong, tell us and we take it down.',
  ],
  'held-out': [
    'Similar searches: jobs near you, jobs this week, jobs with a good salary. Create an alert and be the first to know. Report this posting if something about it seems off. We use cookies to show you more of what you like.',
  ],
};

const rewordings: readonly (readonly [RegExp, string])[] = [
  [/\bYou will\b/g, 'You’ll'],
  [/\bwith\b/g, 'together with'],
  [/\bexperience\b/g, 'practice'],
  [/\bteam\b/g, 'crew'],
  [/\band\b/g, '&'],
];

/** Ways to change a text, from unchanged to cut in half. */
const texts: Readonly<Record<Manner, readonly ((text: readonly string[], chance: Chance) => readonly string[])[]>> = {
  tuning: [
    (text) => text,
    (text, chance) => [chance.pick(before.tuning), ...text],
    (text, chance) => [...text, chance.pick(after.tuning)],
    (text, chance) => text.filter(() => !chance.maybe(0.08)),
    (text) => text.slice(0, Math.ceil(text.length * 0.6)),
  ],
  'held-out': [
    (text) => text,
    (text, chance) => [chance.pick(before['held-out']), ...text, chance.pick(after['held-out'])],
    (text, chance) => {
      const [from, to] = chance.pick(rewordings);
      return text.map((line) => line.replace(from, to));
    },
    (text) => text.slice(0, Math.ceil(text.length * 0.4)),
    () => [],
  ],
};

/** The four boards on which an opening may appear. */
const boards = ['alpha', 'bravo', 'charlie', 'delta'] as const;

/** Writes every opening for one to four boards in their style; each board shows it once. */
export function writeLabelled(openings: readonly TrueOpening[], seed: number, manner: Manner): LabelledPosting[] {
  return openings.flatMap((opening, index) => {
    const chance = chanceOf(seed, manner, 'boards', index);
    return chance
      .some(
        boards,
        chance.weigh([
          [1, 3],
          [2, 4],
          [3, 2],
          [4, 1],
        ]),
      )
      .map((board) => {
        const dice = chanceOf(seed, manner, opening.truth, board);
        return { truth: opening.truth, board, ...writePosting(opening, board, { dice, manner }) };
      });
  });
}

function writePosting(
  opening: TrueOpening,
  board: string,
  { dice, manner }: { dice: Chance; manner: Manner },
): Pick<LabelledPosting, 'posting' | 'daysOld'> {
  const write = (ways: readonly Write[]): string => dice.pick(ways)(opening, dice);
  const changed = dice.pick(texts[manner])(opening.text, dice);
  const lines = changed.length === 0 && opening.isTold ? opening.text : changed;
  const own = `${opening.page}?utm_source=${board}&gh_src=${dice.int(1000, 9999)}`;
  const id = `${dice.int(10_000_000, 99_999_999)}`;
  const linksHome = dice.maybe(0.1);
  return {
    daysOld: Math.max(0, opening.daysOld - dice.int(0, 3)),
    posting: {
      ...emptyPosting(
        write(titles[manner]),
        linksHome ? own : `https://${board}.example/job/${id}?ref=search&pos=${dice.int(1, 30)}`,
      ),
      sourceJobId: id,
      applyUrl: dice.maybe(0.15) ? own : null,
      company: { name: write(companies[manner]), url: null, logoUrl: null },
      places: [
        {
          text:
            opening.isRemote && dice.maybe(0.5) ? `Remote - ${countries[opening.country].name}` : write(places[manner]),
          city: null,
          region: null,
          country: null,
        },
      ],
      workplace: opening.isRemote ? ['Remote'] : [],
      jobType: dice.maybe(0.5) ? [opening.jobType] : [],
      requisitionId:
        opening.requisition !== null && (opening.isNumbered || dice.maybe(0.5))
          ? writeRequisition(opening.requisition, dice)
          : null,
      descriptionText: lines.length === 0 ? null : lines.join(dice.pick(['\n', '\n\n', '\n- '])),
    },
  };
}

const writeRequisition = (id: string, dice: Chance): string => dice.pick([id, `R-${id}`, `REQ${id}`, `JR${id}`]);
