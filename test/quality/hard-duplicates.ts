import { emptyPosting, type Posting } from '../../worker/sources/posting.js';

/** A posting of a labelled opening on one board. */
export type LabelledPosting = { truth: string; board: string; posting: Posting; daysOld: number };

/** A posting of a hard case; fields left out are those of the case's base. */
type Short = {
  /** Postings with the same letter are one opening. */
  is: string;
  on: string;
  title?: string;
  company?: string;
  place?: string;
  text?: string;
  url?: string;
  apply?: string;
  req?: string;
  type?: string;
  days?: number;
};

const kitchen =
  'You run the cold section of a kitchen that cooks for ninety guests a night. You order, you prepare from noon on, and you keep the book of what was thrown away. We close on Mondays and for three weeks in January, and tips are shared by hours worked. You have cooked in a professional kitchen for two years and you can carry a tray up a stair.';
const kitchenHot =
  'The hot section needs somebody calm. Service starts at six and ends at eleven; before it you make stocks and sauces with an apprentice beside you. We buy whole animals from two farms and use all of them, so a good hand with a knife matters more than a diploma. There is a staff meal, a locker, and a bus until one in the morning.';
const ledger =
  'Our ledger moves four million payments a day and must be right on each of them. You will write services in Kotlin, review the changes of others, and take your week of the pager once in seven. We test against a copy of production every night. You know what an isolation level is and have been burnt by one.';
const ledgerOther =
  'Merchants see what we do with their money in one place, and this team builds it. Most of your days go into TypeScript and into talks with the people who answer the phone. We ship on every weekday before three, keep a list of everything that annoyed us, and take one of it off each week. Care for tables with many rows is a plus.';
const ward =
  'The ward has twenty-two beds and four nurses on each shift. You give medicine, dress wounds, talk to families and write it all down before you leave. New colleagues walk along for six weeks. We plan the roster eight weeks ahead and keep to it, and there is parking behind the chapel for those who come by night.';

/** Hand-written cases, each with its difficulty: the base facts, then the postings that differ from them. */
const cases: readonly { base: Omit<Short, 'is' | 'on'>; postings: readonly Short[] }[] = [
  // One opening, the title shouted, shortened and decorated.
  {
    base: { title: 'Senior Software Engineer, Ledger', company: 'Tarnhill', place: 'Munich, Germany', text: ledger },
    postings: [
      { is: 'a', on: 'one' },
      { is: 'a', on: 'two', title: 'SENIOR SOFTWARE ENGINEER - LEDGER (M/W/D)', place: 'München' },
      { is: 'a', on: 'three', title: 'Sr. Software Engineer (Ledger) - Munich', company: 'Tarnhill GmbH' },
    ],
  },
  // Two teams of one company in one town.
  {
    base: { title: 'Software Engineer', company: 'Tarnhill', place: 'Leeds, UK' },
    postings: [
      { is: 'a', on: 'one', text: ledger },
      { is: 'b', on: 'two', text: ledgerOther },
      { is: 'a', on: 'three', text: `${ledger} Apply by mail or by phone.` },
    ],
  },
  // The same text in two towns, each on two boards.
  {
    base: { title: 'Staff Nurse', company: 'Saint Orsola Hospital', text: ward },
    postings: [
      { is: 'a', on: 'one', place: 'Leeds, UK' },
      { is: 'b', on: 'one', place: 'Hull, UK' },
      { is: 'a', on: 'two', place: 'Leeds, England, GB' },
      { is: 'b', on: 'two', place: 'Hull, England, GB' },
    ],
  },
  // Equal in all but the requisition.
  {
    base: { title: 'Chef de Partie', company: 'Linden Rooms', place: 'Vienna, Austria', text: kitchen },
    postings: [
      { is: 'a', on: 'one', req: 'R-20417' },
      { is: 'b', on: 'two', req: 'R-20418' },
      { is: 'a', on: 'three', req: '20417' },
    ],
  },
  // A repost on the same board: two openings, the other board's belongs to the nearer date.
  {
    base: { title: 'Chef de Partie', company: 'Harbour Table', place: 'Hamburg, Germany', text: kitchen },
    postings: [
      { is: 'a', on: 'one', days: 40 },
      { is: 'b', on: 'one', days: 2 },
      { is: 'b', on: 'two', days: 3 },
    ],
  },
  // Steps of a career.
  {
    base: { company: 'Tarnhill', place: 'Austin, TX', text: ledger },
    postings: [
      { is: 'a', on: 'one', title: 'Software Engineer II' },
      { is: 'b', on: 'two', title: 'Software Engineer III' },
      { is: 'a', on: 'three', title: 'Software Engineer 2' },
      { is: 'c', on: 'two', title: 'Software Engineer' },
    ],
  },
  // Hours of work.
  {
    base: { company: 'Saint Orsola Hospital', place: 'Leeds, UK', text: ward },
    postings: [
      { is: 'a', on: 'one', title: 'Ward Clerk (Part-Time)' },
      { is: 'b', on: 'two', title: 'Ward Clerk', type: 'Full-time' },
      { is: 'a', on: 'three', title: 'Part Time Ward Clerk' },
    ],
  },
  // A franchise: one text, two employers.
  {
    base: { title: 'Line Cook', place: 'Dallas, TX', text: kitchen },
    postings: [
      { is: 'a', on: 'one', company: 'Biscuit House Oak Lawn' },
      { is: 'b', on: 'two', company: 'Biscuit House Deep Ellum' },
    ],
  },
  // The aggregator's URL is the employer's with tracking parameters; its title is shortened.
  {
    base: { company: 'Tarnhill', place: 'Berlin, Germany', text: ledger },
    postings: [
      {
        is: 'a',
        on: 'one',
        title: 'Backend Engineer (Kotlin), Payments Ledger',
        url: 'https://jobs.lever.co/tarnhill/0b6c4a52-6a4e-4d7c-9f0e-1f6c2d9b7a11',
      },
      {
        is: 'a',
        on: 'two',
        title: 'Backend Engineer',
        url: 'https://jobs.lever.co/tarnhill/0b6c4a52-6a4e-4d7c-9f0e-1f6c2d9b7a11/apply?lever-source=two',
      },
    ],
  },
  // The employer's page embeds the board it hires with.
  {
    base: { title: 'Data Engineer', company: 'Tarnhill', place: 'Berlin, Germany', text: ledger },
    postings: [
      { is: 'a', on: 'one', url: 'https://boards.greenhouse.io/tarnhill/jobs/4418273' },
      { is: 'a', on: 'two', url: 'https://tarnhill.example/careers?gh_jid=4418273', title: 'Data Engineer (Ledger)' },
      { is: 'b', on: 'two', url: 'https://tarnhill.example/careers?gh_jid=4418274', text: ledgerOther },
    ],
  },
  // A trust of hospitals, by its whole name and by that of its town.
  {
    base: { title: 'Ward Sister', company: 'Northolm', place: 'Durham, UK', text: ward },
    postings: [
      { is: 'a', on: 'one' },
      { is: 'a', on: 'two', company: 'Northolm NHS Foundation Trust' },
      { is: 'b', on: 'three', company: 'Northolm Dental Partners' },
    ],
  },
  // One board says only the country.
  {
    base: { title: 'Platform Engineer', company: 'Tarnhill', text: ledger },
    postings: [
      { is: 'a', on: 'one', place: 'Lyon, France' },
      { is: 'a', on: 'two', place: 'France' },
      { is: 'b', on: 'three', place: 'Madrid, Spain' },
    ],
  },
  // Sections of one kitchen under one title.
  {
    base: { title: 'Chef de Partie', company: 'The Linden Rooms Ltd', place: 'Graz, Austria' },
    postings: [
      { is: 'a', on: 'one', text: kitchen },
      { is: 'b', on: 'two', text: kitchenHot },
      { is: 'a', on: 'two', text: kitchen.slice(0, 170) },
    ],
  },
  // Term in the title.
  {
    base: { company: 'Tarnhill Inc.', place: 'Toronto, ON', text: ledger },
    postings: [
      { is: 'a', on: 'one', title: 'QA Engineer (Contract)' },
      { is: 'b', on: 'two', title: 'QA Engineer', type: 'Full-time' },
      { is: 'a', on: 'three', title: 'QA Engineer - Contract', company: 'Tarnhill' },
    ],
  },
  // The order of a title's words.
  {
    base: { company: 'Tarnhill', place: 'Zürich, Switzerland', text: ledger },
    postings: [
      { is: 'a', on: 'one', title: 'Engineering Manager, Ledger' },
      { is: 'a', on: 'two', title: 'Ledger Engineering Manager', place: 'Zurich' },
      { is: 'b', on: 'two', title: 'Engineer, Ledger' },
    ],
  },
  // No text on a board that shows cards only.
  {
    base: { title: 'Ward Sister', company: 'Saint Orsola Hospital', place: 'York, UK' },
    postings: [
      { is: 'a', on: 'one', text: ward },
      { is: 'a', on: 'two', text: '' },
      { is: 'b', on: 'two', text: '', place: 'Durham, UK' },
    ],
  },
  // One posting's apply URL is the other's URL.
  {
    base: { title: 'Site Reliability Engineer', company: 'Tarnhill', place: 'Dublin, Ireland', text: ledger },
    postings: [
      { is: 'a', on: 'one', url: 'https://tarnhill.example/jobs/sre-2' },
      {
        is: 'a',
        on: 'two',
        apply: 'https://www.tarnhill.example/jobs/sre-2/?utm_campaign=feed',
        text: '',
        company: 'Tarnhill Payments Europe',
      },
      { is: 'b', on: 'two', text: ledgerOther },
    ],
  },
  // Numbers of requisitions that two companies share.
  {
    base: { title: 'Cook', place: 'Bristol, UK', text: kitchen, req: '1001' },
    postings: [
      { is: 'a', on: 'one', company: 'Linden Rooms' },
      { is: 'b', on: 'two', company: 'Harbour Table' },
    ],
  },
  // One requisition, two towns.
  {
    base: { title: 'Staff Nurse', company: 'Saint Orsola Hospital', text: ward, req: 'SOH-7781' },
    postings: [
      { is: 'a', on: 'one', place: 'Leeds, UK' },
      { is: 'b', on: 'two', place: 'Hull, UK' },
      { is: 'a', on: 'two', place: 'Leeds', title: 'Staff Nurse - Leeds' },
    ],
  },
];

/** The postings of all hard cases. */
export function hardDuplicates(): LabelledPosting[] {
  return cases.flatMap(({ base, postings }, index) =>
    postings.map((short, at) => {
      const all = { ...base, ...short };
      return {
        truth: `hard-${index}-${short.is}`,
        board: short.on,
        daysOld: all.days ?? 5,
        posting: asPosting(all, `${index}-${at}`),
      };
    }),
  );
}

function asPosting(short: Short, id: string): Posting {
  return {
    ...emptyPosting(short.title ?? '', short.url ?? `https://${short.on}.example/job/${id}`),
    sourceJobId: id,
    applyUrl: short.apply ?? null,
    company: { name: short.company ?? null, url: null, logoUrl: null },
    places: [{ text: short.place ?? null, city: null, region: null, country: null }],
    jobType: short.type === undefined ? [] : [short.type],
    requisitionId: short.req ?? null,
    descriptionText: short.text || null,
  };
}
