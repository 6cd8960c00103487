import { companyNamed, listOf, type Posting, payWith, placeWith } from '../posting.js';
import { Members } from './members.js';
import { xmlParser } from './read-xml.js';

/** The namespace of NEOGOV's feeds, for facts that RSS has no elements for. */
const namespace = /xmlns:joblisting\s*=\s*["']/i;

const parser = xmlParser({
  removeNSPrefix: false,
  isArray: (name) => name === 'item' || name === 'joblisting:category',
});

/** A feed's facts about its items in the `joblisting:` namespace, in order; `null` = no such elements. */
export function readJobListingFields(body: string): Partial<Posting>[] | null {
  if (!namespace.test(body.slice(0, 4000))) return null;
  const channel = parse(body)?.at('rss.channel');
  if (channel?.isObject() !== true) return null;
  return channel.listOrNone('item').map((item) => asPosting(channel.item(item), channel.text('title')));
}

function parse(body: string): Members | null {
  try {
    return Members.ofXml(parser.parse(body));
  } catch {
    // The feed parser keeps a description's markup as text; here it may be nested too deep.
    return null;
  }
}

function asPosting(item: Members, agency: string | null): Partial<Posting> {
  const stated = (name: string): string | null => item.text(`joblisting:${name}`);
  const place = listOf(stated('location'), stated('state')).join(', ');
  return {
    company: companyNamed(agency),
    requisitionId: stated('jobId'),
    places: place === '' ? [] : [placeWith({ text: place, country: 'US' })],
    jobType: listOf(stated('jobType')),
    salary: payWith({
      min: amount(stated('minimumSalary')),
      max: amount(stated('maximumSalary')),
      currency: stated('salaryCurrency') ?? 'USD',
      per: stated('salaryInterval'),
    }),
    validUntil: stated('advertiseToDateTimeUTC'),
    tags: item.texts('joblisting:department', 'joblisting:categories.joblisting:category'),
  };
}

/** An amount; words ("See Position Description") and zero are none. */
const amount = (text: string | null): string | null =>
  text !== null && Number(text.replace(/[$,]/g, '')) > 0 ? text : null;
