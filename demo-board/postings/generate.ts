import { countries, currencies } from '../vocabulary.js';
import { type Chance, chanceOf } from './chance.js';
import { makeOpenings, slugOf } from './openings.js';
import { type BoardName, boardNames, type DemoPosting, type Opening, type Pay, type Telling } from './posting.js';
import { writeDescription } from './write-description.js';

/** All inputs of the postings: the same options generate the same postings. */
export type GenerateOptions = {
  seed: number;
  /** The total number of postings on the three boards. */
  postings: number;
  /** The instant that ages are counted from; affects only dates. */
  now: Date;
};

/** One opening in twelve is on two boards. */
const doubledShare = 0.08;
const minute = 60_000;
const day = 24 * 60 * minute;

/** Makes the postings of all boards, spread evenly over them. */
export function generatePostings({ seed, postings, now }: GenerateOptions): DemoPosting[] {
  const plan: BoardName[][] = [];
  for (let left = postings; left > 0; left -= plan.at(-1)?.length ?? 1) {
    const chance = chanceOf(seed, 'boards', plan.length);
    plan.push(chance.some(boardNames, chance.maybe(doubledShare) && left > 1 ? 2 : 1));
  }
  return makeOpenings(seed, plan.length).flatMap((opening) =>
    (plan[opening.index] ?? []).map((board, at) =>
      makePosting(opening, { board, second: at > 0, now }, [seed, 'posting', opening.index]),
    ),
  );
}

/** An opening as one board shows it; `second` postings are copies with an extra line, sometimes without the pay. */
function makePosting(
  opening: Opening,
  { board, second, now }: { board: BoardName; second: boolean; now: Date },
  keys: (string | number)[],
): DemoPosting {
  const chance = chanceOf(...keys, board);
  const { company, jobType, workplace, ageMinutes } = opening;
  const pay = second && chance.maybe(0.4) ? null : opening.pay;
  const payText = pay ? writePay(pay, chance) : null;
  const marked = workplace !== 'remote' && chance.maybe(workplace === 'hybrid' ? 0.5 : 0.1);
  const later = second ? chance.int(0, Math.min(2 * 24 * 60, ageMinutes - 15)) : 0;
  const postedAt = now.getTime() - (ageMinutes - later) * minute;
  const stated: DemoPosting['stated'] = {
    jobType: chance.pick<Telling>(['field', 'field', 'field', 'text', jobType === 'full time' ? 'none' : 'text']),
    // JSON-LD cannot state hybrid or on site, so those boards say it in prose.
    workplace: workplace === 'remote' || (marked && board === 'greenhouse') ? 'field' : chance.pick(['text', 'none']),
    pay: pay ? (chance.maybe(0.82) ? 'field' : 'text') : 'none',
  };
  const description = writeDescription(opening, { stated, payText }, chanceOf(...keys, 'text'));
  const intro = second ? `<p>We publish this opening on behalf of ${company.name.replace('&', '&amp;')}.</p>\n` : '';
  const id = idOf(opening.index, board);
  const iso = (time: number): string => new Date(time - (time % 1000)).toISOString();
  return {
    ...{ id, board, opening, title: opening.title, companyName: company.name, pay, payText, stated },
    path:
      { greenhouse: '/greenhouse/northwind/jobs/', careers: '/careers/jobs/', spa: '/spa/jobs/' }[board] +
      (board === 'careers' ? `${id}/${slugOf(opening.title)}` : id),
    locationText: writePlace(opening, marked, chance),
    requisitionId: chance.maybe(0.7) ? opening.requisitionId : null,
    postedAt: iso(postedAt),
    updatedAt: iso(chance.maybe(0.3) ? postedAt + (now.getTime() - postedAt) * chance.next() : postedAt),
    validUntil: board !== 'greenhouse' && chance.maybe(0.6) ? iso(now.getTime() + chance.int(2, 45) * day) : null,
    descriptionHtml: intro + description,
  };
}

/** Numbers look different on every board, as real ones do. */
function idOf(index: number, board: BoardName): string {
  if (board === 'greenhouse') return String(4_100_000 + index * 7);
  return board === 'careers'
    ? String(20_011 + index * 3)
    : `sk${(Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36)}`;
}

function writePlace({ remoteRegion, places, workplace }: Opening, marked: boolean, chance: Chance): string {
  if (remoteRegion?.worldwide) return chance.pick(['Remote', 'Remote - Worldwide', 'Remote, Anywhere', 'Anywhere']);
  if (remoteRegion) return chance.pick(['Remote - ', 'Remote, ']) + remoteRegion.name;
  const style = chance.next();
  const towns = places.map(({ city, region, regionCode, country }) => {
    const { name } = countries[country];
    if (city === name) return city;
    if (regionCode && country !== 'CH') return style < 0.6 ? `${city}, ${regionCode}` : `${city}, ${region}`;
    return style < 0.3 && city !== region ? `${city}, ${region}, ${name}` : `${city}, ${name}`;
  });
  const line = towns.join(chance.pick([' / ', '; ', ' or ']));
  return marked ? `${line} (${workplace === 'hybrid' ? 'Hybrid' : 'On-site'})` : line;
}

/** Pay in the words of an advertisement: `$120,000 - $150,000 a year`, `from £28,000 per annum`, `EUR 45,000–55,000/year`. */
export function writePay({ min, max, currency, per }: Pay, chance: Chance): string {
  const { symbol, symbolFirst } = currencies[currency] ?? { symbol: currency, symbolFirst: true };
  const inThousands = per === 'year' && currency !== 'INR' && [min, max].every((each) => (each ?? 0) % 1000 === 0);
  const short = inThousands && chance.maybe(0.25);
  const cents = [min, max].some((each) => each !== null && !Number.isInteger(each)) ? 2 : 0;
  const one = (amount: number): string => {
    const figures = { minimumFractionDigits: cents, maximumFractionDigits: cents };
    const digits = short ? `${amount / 1000}k` : amount.toLocaleString('en-US', figures);
    return symbolFirst ? `${symbol}${digits}` : `${digits}${symbol}`;
  };
  const period = chance.pick([` a ${per}`.replace(' a hour', ' an hour'), ` per ${per}`, `/${per}`]);
  if (min === null || max === null) return `${min === null ? `up to ${one(max ?? 0)}` : `from ${one(min)}`}${period}`;
  if (min === max) return one(min) + period;
  return `${one(min)}${chance.pick([' - ', ' – ', '–', ' to '])}${one(max)}${period}`;
}
