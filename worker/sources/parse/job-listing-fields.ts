import { z } from 'zod';
import type { Posting } from '../posting.js';
import { listOf } from './coerce.js';
import { cdataName, xmlParser, xmlText } from './read-xml.js';

/** The namespace of NEOGOV's feeds, which state in it what RSS has no elements for. */
const namespace = /xmlns:joblisting\s*=\s*["']/i;

const parser = xmlParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  removeNSPrefix: false,
  isArray: (name) => name === 'item' || name === 'joblisting:category',
});

const itemSchema = z.object({
  'joblisting:jobId': xmlText,
  'joblisting:department': xmlText,
  'joblisting:location': xmlText,
  'joblisting:state': xmlText,
  'joblisting:jobType': xmlText,
  'joblisting:minimumSalary': xmlText,
  'joblisting:maximumSalary': xmlText,
  'joblisting:salaryCurrency': xmlText,
  'joblisting:salaryInterval': xmlText,
  'joblisting:advertiseFromDateUTC': xmlText,
  'joblisting:advertiseToDateTimeUTC': xmlText,
  'joblisting:categories': z
    .object({ 'joblisting:category': z.array(xmlText).nullish() })
    .nullish()
    .catch(null),
});

const feedSchema = z.object({
  rss: z.object({ channel: z.object({ title: xmlText, item: z.array(itemSchema.catch(empty)).nullish() }) }),
});

function empty(): z.infer<typeof itemSchema> {
  return itemSchema.parse({});
}

/** What a feed states of each of its items in the `joblisting:` namespace, in their order; `null` = it has no such elements. */
export function readJobListingFields(body: string): Partial<Posting>[] | null {
  if (!namespace.test(body.slice(0, 4000))) return null;
  const read = feedSchema.safeParse(parse(body));
  if (!read.success) return null;
  const { title, item } = read.data.rss.channel;
  return (item ?? []).map((fields) => asPosting(fields, title));
}

function parse(body: string): unknown {
  try {
    return parser.parse(body);
  } catch {
    // The reader of feeds keeps the markup of a description as text; here it may nest too deep.
    return null;
  }
}

function asPosting(fields: z.infer<typeof itemSchema>, agency: string | null): Partial<Posting> {
  const stated = (name: keyof typeof fields & `joblisting:${string}`): string | null => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const place = listOf(stated('joblisting:location'), stated('joblisting:state')).join(', ');
  const min = amount(stated('joblisting:minimumSalary'));
  const max = amount(stated('joblisting:maximumSalary'));
  return {
    company: { name: agency, url: null, logoUrl: null },
    requisitionId: stated('joblisting:jobId'),
    places: place === '' ? [] : [{ text: place, city: null, region: null, country: 'US' }],
    jobType: listOf(stated('joblisting:jobType')),
    salary:
      min === null && max === null
        ? null
        : {
            text: null,
            min,
            max,
            currency: stated('joblisting:salaryCurrency') ?? 'USD',
            per: stated('joblisting:salaryInterval'),
          },
    validUntil: stated('joblisting:advertiseToDateTimeUTC'),
    tags: listOf(stated('joblisting:department'), ...(fields['joblisting:categories']?.['joblisting:category'] ?? [])),
  };
}

/** An amount; words ("See Position Description") and zero state none. */
const amount = (text: string | null): string | null =>
  text !== null && Number(text.replace(/[$,]/g, '')) > 0 ? text : null;
