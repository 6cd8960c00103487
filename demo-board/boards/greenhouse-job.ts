import type { PayPeriod } from '../../shared/words/words.js';
import { chanceOf } from '../postings/chance.js';
import type { DemoPosting } from '../postings/posting.js';
import { countries } from '../vocabulary/countries.js';
import { plainAmount } from '../vocabulary/currencies.js';
import type { DemoPlace } from '../vocabulary/places.js';
import { escapeHtml } from './escape-html.js';
import type { Json } from './job-ld.js';

type Fields = { [name: string]: Json };

/** A posting as an element of `jobs` (https://developers.greenhouse.io/job-board.html), without its content. */
export function greenhouseJob(posting: DemoPosting, origin: string): Fields {
  const { id, path, title, companyName, locationText, opening, requisitionId } = posting;
  return {
    absolute_url: `${origin}${path}`,
    data_compliance: [
      {
        type: 'gdpr',
        requires_consent: false,
        requires_processing_consent: false,
        requires_retention_consent: false,
        retention_period: null,
      },
    ],
    internal_job_id: 3_200_000 + opening.index * 7,
    location: { name: locationText },
    metadata: metadataOf(posting),
    id: Number(id),
    updated_at: easternTime(posting.updatedAt),
    requisition_id: requisitionId,
    title,
    company_name: companyName,
    first_published: easternTime(posting.postedAt),
    language: 'en',
  };
}

/** What `content=true` adds: the description, department and offices. The HTML is escaped once more, as documented. */
export function greenhouseContent(posting: DemoPosting): Fields {
  const { occupation, places } = posting.opening;
  return {
    content: escapeHtml(contentHtml(posting)),
    departments: [
      {
        id: numberOf('department', occupation.department),
        name: occupation.department,
        child_ids: [],
        parent_id: null,
      },
    ],
    offices:
      places.length > 0
        ? places.map(office)
        : [{ id: numberOf('office', 'Remote'), name: 'Remote', location: null, child_ids: [], parent_id: null }],
  };
}

/** The description and, where the employer filled it in, the block for pay. */
export function contentHtml(posting: DemoPosting): string {
  return payPlace(posting) === 'block' ? `${posting.descriptionHtml}\n${payBlock(posting)}` : posting.descriptionHtml;
}

/** What `pay_transparency=true` adds to a single job. */
export function payInputRanges({ pay }: DemoPosting): Json {
  if (!pay) return [];
  const inCents = (amount: number | null): Json => (amount === null ? null : Math.round(amount * 100));
  return [
    {
      min_cents: inCents(pay.min),
      max_cents: inCents(pay.max),
      currency_type: pay.currency,
      title: payTitles[pay.per],
      blurb: null,
    },
  ];
}

/** Structured pay is sometimes in a separate field, mostly in the block. */
function payPlace({ id, pay, stated }: DemoPosting): 'metadata' | 'block' | 'none' {
  if (!pay || stated.pay !== 'field') return 'none';
  const whole = pay.per === 'year' && pay.min !== null && pay.max !== null && pay.min < pay.max;
  return whole && chanceOf('pay-place', id).maybe(0.25) ? 'metadata' : 'block';
}

const payTitles: Record<PayPeriod, string> = {
  hour: 'Hourly rate',
  day: 'Day rate',
  week: 'Weekly pay',
  month: 'Monthly salary (gross)',
  year: 'Annual salary range',
};

function payBlock({ pay }: DemoPosting): string {
  if (!pay) throw new Error('There is no pay to show.');
  const write = (amount: number): string => `<span>${escapeHtml(plainAmount(amount, pay.currency))}</span>`;
  const both = pay.min !== null && pay.max !== null && pay.min !== pay.max;
  const amounts = both ? [pay.min, pay.max] : [pay.min ?? pay.max];
  const spans = amounts
    .flatMap((amount) => (amount === null ? [] : [write(amount)]))
    .join('<span class="divider">&mdash;</span>');
  const words = both || pay.min === pay.max ? '' : pay.min === null ? 'Up to ' : 'From ';
  return `<div class="content-pay-transparency"><div class="pay-input"><div class="title">${payTitles[pay.per]}</div><div class="pay-range">${words}${spans.replace(/<\/span>$/, ` ${pay.currency}</span>`)}</div></div></div>`;
}

const jobTypeWords = {
  'full time': 'Full-time',
  'part time': 'Part-time',
  contract: 'Contract',
  temporary: 'Temporary',
  volunteer: 'Volunteer',
  internship: 'Intern',
};
const workplaceWords = { 'on site': 'On-site', hybrid: 'Hybrid', remote: 'Remote' };

/** Custom fields; `null`, as documented, where the employer exposes none. */
function metadataOf(posting: DemoPosting): Json {
  const { opening, stated, pay } = posting;
  const fields: Json[] = [];
  const choose = (name: string, value: string): void =>
    void fields.push({ id: numberOf('field', name), name, value, value_type: 'single_select' });
  if (stated.jobType === 'field') choose('Employment Type', jobTypeWords[opening.jobType]);
  if (stated.workplace === 'field') choose('Workplace Type', workplaceWords[opening.workplace]);
  if (pay && payPlace(posting) === 'metadata') {
    const value = { unit: pay.currency, min_value: `${pay.min}.0`, max_value: `${pay.max}.0` };
    fields.push({ id: numberOf('field', 'Salary Range'), name: 'Salary Range', value, value_type: 'currency_range' });
  }
  return fields.length > 0 ? fields : null;
}

function office({ city, region, regionCode, country }: DemoPlace): Json {
  const location = [city, regionCode ?? region, countries[country].name].join(', ');
  return { id: numberOf('office', city), name: city, location, child_ids: [], parent_id: null };
}

/** A stable number for a name. */
function numberOf(kind: string, name: string): number {
  return chanceOf(kind, name).int(4_000_000, 4_999_999);
}

/** Greenhouse writes times with an offset; this board keeps New York's winter time all year. */
function easternTime(iso: string): string {
  return `${new Date(Date.parse(iso) - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;
}
