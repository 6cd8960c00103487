import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import type { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readXml, xmlParser } from '../../parse/read-xml.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeText, placeWith } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

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
  removeNSPrefix: true,
  isArray: (name) => name === 'item' || name === 'Job',
});

const labels = {
  place:
    /^(?:(?:posting |geographic |work )?location|city|standort|arbeitsort|ciudad|ubicación|localidad|lieu|ville)$/i,
  country: /^(?:country(?:\/region)?|land|país|pays)$/i,
  type: /^(?:type of employment|employment type|job type|contract type|tipo de empleo|beschäftigungsart)$/i,
  field: /^(?:job family.{0,40}|functional area|department|área|tätigkeitsbereich)$/i,
};

const sapHosts = ['successfactors.com', 'successfactors.eu', 'sapsf.com', 'sapsf.eu'];

/**
 * A career site on SAP SuccessFactors, complete in one request: one of Recruiting Marketing by its feed for search
 * engines at /sitemal.xml (so spelt), where most state no date of posting; a legacy portal on SAP's own hosts
 * (`company`) by its list as XML.
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
  parse(response, _request, chosen) {
    const answer = readXml(response, parser);
    const { company } = chosen;
    if (company !== undefined)
      return readEntries(answer.elements('Job-Listing', 'Job'), (job) => asPosting(job, chosen, company));
    const name = answer.text('rss.channel.title');
    return readEntries(answer.elements('rss.channel', 'item'), (item) => ofFeed(item, chosen.companyName, name));
  },
});

const originOf = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

function addressOf(chosen: Settings): string {
  const { company, locale } = chosen;
  if (company === undefined) return `${originOf(chosen)}/sitemal.xml`;
  const language = locale === undefined ? '' : `&selected_lang=${locale}`;
  return `${originOf(chosen)}/career?company=${company}&career_ns=job_listing_summary&resultType=XML${language}`;
}

function ofFeed(item: Members, companyName: string | undefined, channel: string | null): Posting {
  return {
    ...emptyPosting(titleOf(item), item.needed('link')),
    sourceJobId: item.text('id'),
    company: companyNamed(companyName ?? item.text('employer') ?? channel),
    places: placeText(item.text('location')),
    jobType: item.texts('job_type'),
    postedAt: item.text('pubDate', 'publish_date'),
    validUntil: item.text('expiration_date'),
    descriptionHtml: item.text('description'),
    tags: item.texts('job_function'),
  };
}

/** Titles end with the place in parentheses, which the item states as well. */
function titleOf(item: Members): string {
  const [title, location] = [item.needed('title'), item.text('location')];
  const ending = location === null ? '' : `(${location})`;
  return ending !== '' && title.endsWith(ending) ? title.slice(0, -ending.length).trim() : title;
}

function asPosting(job: Members, chosen: Settings, company: string): Posting {
  const id = job.needed('ReqId');
  const fields = labelled(job);
  const stated = (label: RegExp): string | null => fields.find((field) => label.test(field.label))?.value ?? null;
  const [text, country] = [stated(labels.place), stated(labels.country)];
  const query = `company=${company}&career_ns=job_listing&navBarLevel=JOB_SEARCH&career_job_req_id=${encodeURIComponent(id)}`;
  return {
    ...emptyPosting(job.needed('JobTitle'), `https://${chosen.host}/career?${query}`),
    sourceJobId: id,
    company: companyNamed(chosen.companyName ?? company),
    places: text === null && country === null ? [] : [placeWith({ text, country })],
    jobType: listOf(stated(labels.type)),
    postedAt: dayOf(job.text('Posted-Date')),
    descriptionHtml: job.text('Job-Description'),
    tags: listOf(stated(labels.field)),
  };
}

/** The fields (`filter1` …) with a company's own label. Values such as "[[filter3]]" are filled by a script. */
function labelled(job: Members): { label: string; value: string }[] {
  return Object.values(job.raw ?? {}).flatMap((each) => {
    const field = job.item(each);
    const [label, value] = [field.text('label'), field.text('value')];
    return label === null || value === null || value.startsWith('[[') ? [] : [{ label, value }];
  });
}

/** Days are in US format: 09/23/2026. */
function dayOf(text: string | null): string | null {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
