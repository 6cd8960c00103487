import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { listOf, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { cdataName, readXml, xmlParser, xmlText } from '../../parse/read-xml.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageResponse, type ParsedPage } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('successfactors'),
  host: careerHost,
  company: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'The code in …/career?company=CODE.')
    .optional()
    .describe(
      'Code of the company on a portal of SAP’s own host, as in career5.successfactors.eu/career?company=CODE.',
    ),
  locale: z
    .string()
    .regex(/^[a-z]{2}_[A-Z]{2}$/, 'Such as en_US.')
    .optional()
    .describe('Language of the postings on such a portal, such as de_DE; its default one unless given.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const parser = xmlParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'item' || name === 'Job',
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

const portalSchema = z.object({
  'Job-Listing': z.union([z.object({ Job: z.array(z.unknown()) }), z.literal('')]),
});
/** Each company names the fields `filter1`, `mfield1` … itself. */
const labelSchema = z.object({ label: xmlText, value: xmlText });
const portalJobSchema = z.looseObject({
  JobTitle: xmlText.pipe(neededText),
  ReqId: xmlText.pipe(neededText),
  'Posted-Date': xmlText,
  'Job-Description': xmlText,
});
type PortalJob = z.infer<typeof portalJobSchema>;

const labels = {
  place:
    /^(?:(?:posting |geographic |work )?location|city|standort|arbeitsort|ciudad|ubicación|localidad|lieu|ville)$/i,
  country: /^(?:country(?:\/region)?|land|país|pays)$/i,
  type: /^(?:type of employment|employment type|job type|contract type|tipo de empleo|beschäftigungsart)$/i,
  field: /^(?:job family.{0,40}|functional area|department|área|tätigkeitsbereich)$/i,
};

const sapHosts = ['successfactors.com', 'successfactors.eu', 'sapsf.com', 'sapsf.eu'];

/**
 * A career site on SAP SuccessFactors, complete in one request: one of Recruiting Marketing by the feed that it publishes for
 * search engines at /sitemal.xml (so spelt), where most state no date of posting; a legacy portal on SAP's own hosts (`company`)
 * by its list as XML.
 */
export const successfactors = defineKind({
  kind: 'successfactors',
  summary: 'Career sites on SAP SuccessFactors, by their feed, or for legacy portals their XML.',
  evidence: {
    requests: [
      'GET {host}/sitemal.xml',
      'GET {host}/career?company={company}&career_ns=job_listing_summary&resultType=XML[&selected_lang={locale}]',
    ],
    access: 'page',
    robots: null,
    basis: [
      'https://userapps.support.sap.com/sap/support/knowledge/en/2428902',
      'https://github.com/Senkichi/jobcannon (src/jobcannon/engine/ats_platforms/_platforms_successfactors.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/_successfactors_legacy.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    ...sapHosts.flatMap((domain) =>
      ['career', 'careers', 'portalcareer'].map((path) => ({
        address: `{_center}.${domain}/${path}?company={company}`,
        settings: { host: `{_center}.${domain}` },
      })),
    ),
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
  requests: (chosen) => [{ url: addressOf(chosen), role: 'listing', accept: 'xml' }],
  parse: (response, _request, chosen) =>
    chosen.company === undefined ? readFeed(response, chosen) : readPortal(response, chosen, chosen.company),
});

const originOf = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

function addressOf(chosen: Settings): string {
  const { company, locale } = chosen;
  if (company === undefined) return `${originOf(chosen)}/sitemal.xml`;
  const language = locale === undefined ? '' : `&selected_lang=${locale}`;
  return `${originOf(chosen)}/career?company=${company}&career_ns=job_listing_summary&resultType=XML${language}`;
}

function readFeed(response: PageResponse, { companyName }: Settings): ParsedPage {
  const { rss } = asShape(readXml(response, parser), feedSchema, 'an RSS feed with a channel');
  const read = readEntries(rss.channel.item ?? [], itemSchema, (item) => ({
    ...emptyPosting(titleOf(item), item.link),
    sourceJobId: item.id,
    company: { name: companyName ?? item.employer ?? rss.channel.title, url: null, logoUrl: null },
    places: placeText(item.location),
    jobType: listOf(item.job_type),
    postedAt: item.pubDate ?? item.publish_date,
    validUntil: item.expiration_date,
    descriptionHtml: item.description,
    tags: listOf(item.job_function),
  }));
  return { ...read, follow: [] };
}

/** Titles end with the place in parentheses, which the item states as well. */
function titleOf({ title, location }: z.infer<typeof itemSchema>): string {
  const ending = location === null ? '' : `(${location})`;
  return ending !== '' && title.endsWith(ending) ? title.slice(0, -ending.length).trim() : title;
}

function readPortal(response: PageResponse, chosen: Settings, company: string): ParsedPage {
  const answer = asShape(readXml(response, parser), portalSchema, 'an element <Job-Listing>');
  const jobs = answer['Job-Listing'] === '' ? [] : answer['Job-Listing'].Job;
  return { ...readEntries(jobs, portalJobSchema, (job) => asPosting(job, chosen, company)), follow: [] };
}

function asPosting(job: PortalJob, chosen: Settings, company: string): Posting {
  const stated = (label: RegExp): string | null =>
    labelled(job).find((field) => label.test(field.label))?.value ?? null;
  const [place, country] = [stated(labels.place), stated(labels.country)];
  const query = `company=${company}&career_ns=job_listing&navBarLevel=JOB_SEARCH&career_job_req_id=${encodeURIComponent(job.ReqId)}`;
  return {
    ...emptyPosting(job.JobTitle, `https://${chosen.host}/career?${query}`),
    sourceJobId: job.ReqId,
    company: { name: chosen.companyName ?? company, url: null, logoUrl: null },
    places: place === null && country === null ? [] : [{ text: place, city: null, region: null, country }],
    jobType: listOf(stated(labels.type)),
    postedAt: dayOf(job['Posted-Date']),
    descriptionHtml: job['Job-Description'],
    tags: listOf(stated(labels.field)),
  };
}

/** The fields with a label of the company's own. A value such as "[[filter3]]" is one that a script fills in. */
function labelled(job: PortalJob): { label: string; value: string }[] {
  return Object.values(job).flatMap((field) => {
    const { data } = labelSchema.safeParse(field);
    if (data === undefined || data.label === null || data.value === null || data.value.startsWith('[[')) return [];
    return [{ label: data.label, value: data.value }];
  });
}

/** Days are written as in the United States: 09/23/2026. */
function dayOf(text: string | null): string | null {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
