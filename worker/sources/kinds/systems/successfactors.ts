import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { listOf, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { readXml } from '../../parse/read-xml.js';
import { xmlParser } from '../../parse/xml-parser.js';
import { cdataName, xmlText } from '../../parse/xml-text.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('successfactors'),
  host: careerHost,
  companyName: companyInstead,
});

const parser = xmlParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'item',
});

const feedSchema = z.object({
  rss: z.object({ channel: z.object({ title: xmlText, item: z.array(z.unknown()).optional() }) }),
});
const itemSchema = z.object({
  title: xmlText.pipe(neededText),
  link: xmlText.pipe(neededText),
  id: xmlText,
  description: xmlText,
  location: xmlText,
  employer: xmlText,
  job_type: xmlText,
  job_function: xmlText,
  pubDate: xmlText,
  publish_date: xmlText,
  expiration_date: xmlText,
});

/**
 * A career site on SAP SuccessFactors (Recruiting Marketing), complete in one request, by the feed of its postings that it
 * publishes for search engines at /sitemal.xml (so spelt). Most sites state no date of posting there.
 */
export const successfactors = defineKind({
  kind: 'successfactors',
  summary: 'A career site on SAP SuccessFactors, by the feed of postings it publishes for search engines.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://help.sap.com/docs/successfactors-recruiting (the site’s feed, /sitemal.xml)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The feed is public, needs no key and is published for search engines; robots.txt is obeyed.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    '{host}/go/*/#',
    '{host}/viewalljobs',
    '{host}/search?createNewAlert=false',
    '{host}/search?sortColumn=referencedate',
    '{host}/search?searchby=location',
  ],
  pageMarks: [
    { text: 'rmkcdn.successfactors.com', settings: { host: '{host}' } },
    { text: 'career-site.successfactors', settings: { host: '{host}' } },
  ],
  settings,
  requests: ({ baseUrl, host }) => [
    { url: `${baseUrl ?? `https://${host}`}/sitemal.xml`, role: 'listing', accept: 'xml' },
  ],
  parse(response, _request, chosen) {
    const { rss } = asShape(readXml(response, parser), feedSchema, 'an RSS feed with a channel');
    const read = readEntries(rss.channel.item ?? [], itemSchema, (item) => ({
      ...emptyPosting(titleOf(item), item.link),
      sourceJobId: item.id,
      company: { name: chosen.companyName ?? item.employer ?? rss.channel.title, url: null, logoUrl: null },
      places: placeText(item.location),
      jobType: listOf(item.job_type),
      postedAt: item.pubDate ?? item.publish_date,
      validUntil: item.expiration_date,
      descriptionHtml: item.description,
      tags: listOf(item.job_function),
    }));
    return { ...read, follow: [] };
  },
});

/** Titles end with the place in parentheses, which the item states as well. */
function titleOf({ title, location }: z.infer<typeof itemSchema>): string {
  const ending = location === null ? '' : `(${location})`;
  return ending !== '' && title.endsWith(ending) ? title.slice(0, -ending.length).trim() : title;
}
