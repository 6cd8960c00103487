import { commonBenefits, countryBenefits, deskBenefits, floorBenefits, homeBenefits } from '../vocabulary/benefits.js';
import { countries } from '../vocabulary/countries.js';
import { groupDigits, localMillions, localPerk } from '../vocabulary/currencies.js';
import { type Headings, headingStyles } from '../vocabulary/headings.js';
import { closings, companyFacts, internship, leadership, volunteering, workingHere } from '../vocabulary/phrases.js';
import type { Chance } from './chance.js';
import { fillTemplate, type Slots } from './fill-template.js';
import type { Opening, Section } from './opening.js';

type Draft = Omit<Opening, 'sections'>;
type Pen = { fill(template: string): string; chance: Chance; headings: Headings };

/** Writes a description of 250 to 600 words, part by part, in the style of its company. */
export function writeSections(opening: Draft, chance: Chance): Section[] {
  const { company } = opening;
  const slots = slotsOf(opening, chance);
  const headings = headingStyles[company.houseStyle % headingStyles.length];
  if (!headings) throw new Error('There are no heading styles.');
  const pen: Pen = { fill: (template) => fillTemplate(template, slots, chance), chance, headings };
  const aboutUs = aboutCompany(opening, pen);
  const middle = [...aboutRole(opening, pen), ...whatItTakes(opening, pen), benefits(opening, pen)];
  const closing = section(pen, 'closing', { paragraphs: chance.some(closings, chance.int(2, 3)) });
  return company.houseStyle % 3 === 0 ? [...middle, aboutUs, closing] : [aboutUs, ...middle, closing];
}

function slotsOf(opening: Draft, chance: Chance): Slots {
  const { company, country, occupation, team, places, remoteRegion, tools, skills } = opening;
  const { currency } = countries[country];
  const home = countries[company.home].currency;
  return {
    company: company.name,
    founded: String(company.founded),
    people: groupDigits(company.people, ','),
    product: chance.pick(company.sector.products),
    customers: chance.pick(company.sector.customers),
    team,
    field: occupation.field,
    city: places[0]?.city ?? company.places[0]?.city ?? '',
    region: remoteRegion?.inWords ?? '',
    years: yearsFor(opening, chance),
    tool: inTurn(tools),
    skill: inTurn(skills),
    perk: (dollars) => localPerk(Number(dollars), currency),
    fundingM: localMillions(chance.pick([4, 9, 12, 18, 30, 45, 80]), home, chance.maybe(0.7)),
    revenueM: localMillions(chance.int(3, 240), home, chance.maybe(0.5)),
    budgetM: localMillions(chance.int(2, 24), currency, true),
  };
}

/** Returns the next item on each call, cyclically. */
function inTurn(items: readonly string[]): () => string {
  let asked = 0;
  return () => {
    const item = items[asked++ % items.length];
    if (item === undefined) throw new Error('A sentence asks for a tool or a skill where there is none.');
    return item;
  };
}

function yearsFor({ level }: Draft, chance: Chance): string {
  if (level === 'senior') return `${chance.int(6, 8)}+`;
  if (level === 'director' || level === 'executive') return `${chance.int(10, 15)}+`;
  if (level === 'entry level') return chance.pick(['One or two', 'Up to two']);
  return `${chance.int(2, 4)}+`;
}

type Words = { paragraphs?: readonly string[]; list?: readonly string[] };

function section({ fill, headings }: Pen, role: Section['role'], words: Words): Section {
  return {
    role,
    heading: role === 'closing' ? null : fill(headings[role]),
    paragraphs: (words.paragraphs ?? []).map(fill),
    list: (words.list ?? []).map(fill),
  };
}

function aboutCompany({ company: { sector } }: Draft, pen: Pen): Section {
  const [fact = '', more = ''] = pen.chance.some(companyFacts[sector.reach], 2);
  const repeats = fact.includes('{people}') && more.includes('{people}');
  return section(pen, 'company', {
    paragraphs: [`${pen.chance.pick(sector.missions)} ${fact}${repeats ? '' : ` ${more}`}`],
  });
}

function aboutRole(opening: Draft, pen: Pen): Section[] {
  const { about, duties } = opening.occupation;
  const { chance } = pen;
  const special = specialWords(opening);
  const here = chance.some(workingHere[opening.occupation.setting], chance.int(1, 2)).join(' ');
  const intro = [...chance.some(special.about, 1), ...chance.some(about, chance.int(1, 3)), here];
  const ordinary = special.duties.length > 0 ? 4 : chance.int(6, 8);
  const list = [...chance.some(special.duties, 3), ...chance.some(duties, ordinary)];
  return [section(pen, 'role', { paragraphs: intro }), section(pen, 'duties', { list })];
}

function whatItTakes(opening: Draft, pen: Pen): Section[] {
  const { needs, extras } = opening.occupation;
  const { chance } = pen;
  const special = specialWords(opening);
  const own = special.beginner ? needs.filter((need) => !need.includes('{years}')) : needs;
  const ordinary = special.needs.length > 0 ? chance.int(2, 3) : chance.int(4, 6);
  const list = [...chance.some(special.needs, 3), ...chance.some(own, ordinary)];
  const nice = chance.some(extras, chance.int(1, 3));
  return [section(pen, 'needs', { list }), ...(chance.maybe(0.75) ? [section(pen, 'extras', { list: nice })] : [])];
}

type Special = { about: readonly string[]; duties: readonly string[]; needs: readonly string[]; beginner: boolean };

/** Sentences that go with the level or the kind of contract rather than with the occupation. */
function specialWords({ level, jobType }: Draft): Special {
  if (jobType === 'volunteer') return { ...volunteering, duties: [], beginner: true };
  if (level === 'internship') return { ...internship, beginner: true };
  if (level === 'director' || level === 'executive') return { ...leadership, beginner: false };
  return { about: [], duties: [], needs: [], beginner: false };
}

function benefits({ jobType, country, occupation, workplace }: Draft, pen: Pen): Section {
  const { chance } = pen;
  if (jobType === 'volunteer') return section(pen, 'benefits', { list: volunteering.benefits });
  const usual = occupation.setting === 'desk' ? deskBenefits : floorBenefits;
  const fit = workplace === 'on site' ? usual : [...usual, ...homeBenefits];
  const list = [
    ...chance.some(countryBenefits[country], chance.int(1, 3)),
    ...chance.some(fit, chance.int(1, 2)),
    ...chance.some(commonBenefits, chance.int(2, 4)),
  ];
  return section(pen, 'benefits', { list });
}
