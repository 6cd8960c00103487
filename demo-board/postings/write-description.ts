import { escapeHtml } from '../boards/escape-html.js';
import { countries, currencies, texts } from '../vocabulary.js';
import type { Chance } from './chance.js';
import type { DemoPosting, Opening } from './posting.js';

/** The value of a `{name}` in a template: a text, or a function called for each occurrence with the text after the colon. */
export type Slots = Record<string, string | ((argument: string) => string)>;

/** Fills a template: `{name}` or `{name:argument}` from the slots, `{3-9}` with a number, `{this|that}` with one of them. */
export function fillTemplate(template: string, slots: Slots, chance: Chance): string {
  return template.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
    if (inner.includes('|')) return chance.pick(inner.split('|'));
    const range = /^(\d+)-(\d+)$/.exec(inner);
    if (range) return String(chance.int(Number(range[1]), Number(range[2])));
    const [name = '', argument = ''] = inner.split(':');
    const slot = slots[name];
    if (slot === undefined)
      throw new Error(`A template asks for {${inner}}; known are ${Object.keys(slots).join(', ')}.`);
    return typeof slot === 'string' ? slot : slot(argument);
  });
}

type Section = { heading: string; paragraphs?: readonly string[]; list?: readonly string[] };
type Stated = { stated: DemoPosting['stated']; payText: string | null };

/** Writes a description of 250 to 600 words as HTML, part by part, in the style of its company. */
export function writeDescription(opening: Opening, stated: Stated, chance: Chance): string {
  const { company, occupation, level, jobType } = opening;
  const slots = slotsOf(opening, stated.payText, chance);
  const fill = (template: string): string => fillTemplate(template, slots, chance);
  const headings = texts.headingStyles[company.houseStyle % texts.headingStyles.length];
  if (!headings) throw new Error('There are no heading styles.');
  const special = specialWords(opening);
  const [fact = '', more = ''] = chance.some(texts.companyFacts[company.sector.reach], 2);
  const repeats = fact.includes('{people}') && more.includes('{people}');
  const mission = `${chance.pick(company.sector.missions)} ${fact}${repeats ? '' : ` ${more}`}`;
  const here = chance.some(texts.workingHere[occupation.setting], chance.int(1, 2)).join(' ');
  const isBeginner = jobType === 'volunteer' || level === 'internship';
  const own = isBeginner ? occupation.needs.filter((need) => !need.includes('{years}')) : occupation.needs;
  const duties = [
    ...chance.some(special.duties, 3),
    ...chance.some(occupation.duties, special.duties.length > 0 ? 4 : 7),
  ];
  const needs = [...chance.some(special.needs, 3), ...chance.some(own, special.needs.length > 0 ? 3 : 5)];
  const about: Section = { heading: headings.company, paragraphs: [mission] };
  const middle: Section[] = [
    {
      heading: headings.role,
      paragraphs: [...chance.some(special.about, 1), ...chance.some(occupation.about, chance.int(1, 3)), here],
    },
    { heading: headings.duties, list: duties },
    { heading: headings.needs, list: needs },
    { heading: headings.extras, list: chance.some(occupation.extras, chance.int(1, 3)) },
    { heading: headings.benefits, list: benefitsOf(opening, chance) },
  ];
  const closing = [...practical(opening, stated, chance), ...chance.some(texts.closings, chance.int(2, 3))];
  const sections = company.houseStyle % 3 === 0 ? [...middle, about] : [about, ...middle];
  return render([...sections, { heading: '', paragraphs: closing }], fill, company.houseStyle);
}

/** Sentences that go with the level or the kind of contract rather than with the occupation. */
function specialWords({ level, jobType }: Opening) {
  if (jobType === 'volunteer') return { ...texts.volunteering, duties: [] };
  if (level === 'internship') return texts.internship;
  return level === 'director' || level === 'executive' ? texts.leadership : { about: [], duties: [], needs: [] };
}

function benefitsOf({ jobType, country, occupation, workplace }: Opening, chance: Chance): readonly string[] {
  if (jobType === 'volunteer') return texts.volunteering.benefits;
  const usual = occupation.setting === 'desk' ? texts.deskBenefits : texts.floorBenefits;
  return [
    ...chance.some(texts.countryBenefits[country], chance.int(1, 3)),
    ...chance.some(workplace === 'on site' ? usual : [...usual, ...texts.homeBenefits], chance.int(1, 2)),
    ...chance.some(texts.commonBenefits, chance.int(2, 4)),
  ];
}

/** Facts that the posting states only in prose. */
function practical({ workplace, remoteRegion, jobType }: Opening, { stated }: Stated, chance: Chance): string[] {
  const where = texts.workplaceSentences[remoteRegion?.worldwide ? 'worldwide' : workplace];
  const inWords = stated.workplace === 'text' || (stated.workplace === 'field' && chance.maybe(0.6));
  return [
    ...(stated.jobType === 'text' ? [chance.pick(texts.jobTypeSentences[jobType])] : []),
    ...(inWords ? [chance.pick(where)] : []),
    ...(stated.pay === 'text' ? [chance.pick(texts.paySentences)] : []),
  ];
}

function slotsOf(opening: Opening, payText: string | null, chance: Chance): Slots {
  const { company, country, occupation, team, places, remoteRegion, level } = opening;
  const local = currencies[countries[country].currency];
  const home = currencies[countries[company.home].currency];
  const money = (of: typeof local, amount: number, unit: string): string => {
    const digits = amount.toLocaleString('en-US') + unit;
    return of?.symbolFirst ? `${of.symbol}${digits}` : `${digits}${of?.symbol}`;
  };
  const millions = (dollars: number): string =>
    money(home, Math.max(1, Math.round(dollars * (home?.perDollar ?? 1))), 'M');
  const rounded = (amount: number): number => Number(amount.toPrecision(2));
  const leads = level === 'director' || level === 'executive';
  return {
    ...{ company: company.name, founded: String(company.founded), people: company.people.toLocaleString('en-US') },
    ...{ product: chance.pick(company.sector.products), customers: chance.pick(company.sector.customers) },
    ...{ team, field: occupation.field, city: (places[0] ?? company.places[0])?.city ?? '', pay: payText ?? '' },
    region: remoteRegion === null ? '' : remoteRegion.name.replace(/^(?:US|UK|Netherlands)$/, 'the $&'),
    years: leads ? `${chance.int(10, 15)}+` : level === 'senior' ? `${chance.int(6, 8)}+` : `${chance.int(2, 4)}+`,
    tool: inTurn([...opening.tools, ...opening.skills]),
    skill: inTurn(opening.skills),
    perk: (dollars) => money(local, rounded(Number(dollars) * (local?.perDollar ?? 1)), ''),
    fundingM: millions(chance.pick([4, 9, 12, 18, 30, 45, 80])),
    revenueM: millions(chance.int(3, 240)),
    budgetM: millions(chance.int(2, 24)),
  };
}

/** Returns the next item on each call, cyclically. */
function inTurn(items: readonly string[]): () => string {
  let asked = 0;
  return () => items[asked++ % items.length] ?? '';
}

function render(sections: readonly Section[], fill: (template: string) => string, style: number): string {
  const [open, close] = style % 2 === 0 ? ['<h3>', '</h3>'] : ['<p><b>', '</b>&nbsp;</p>'];
  const text = (template: string): string => escapeHtml(fill(template));
  return sections
    .flatMap((section) => [
      ...(section.heading === '' ? [] : [open + text(section.heading) + close]),
      ...(section.paragraphs ?? []).map((each) => `<p>${text(each)}</p>`),
      ...(section.list === undefined
        ? []
        : [`<ul>\n${section.list.map((item) => `<li>${text(item)}</li>`).join('\n')}\n</ul>`]),
    ])
    .join('\n');
}
