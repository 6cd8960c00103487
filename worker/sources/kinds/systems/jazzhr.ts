import { z } from 'zod';
import { companyInstead, subdomainOf } from '../../parse/board-settings.js';
import { listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { readXml } from '../../parse/read-xml.js';
import { xmlParser } from '../../parse/xml-parser.js';
import { cdataName, xmlText } from '../../parse/xml-text.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jazzhr'),
  company: subdomainOf('applytojob.com'),
  companyName: companyInstead,
});

const parser = xmlParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'job',
});

const feedSchema = z.object({
  jobs: z.union([z.object({ company: xmlText, job: z.array(z.unknown()).optional() }), z.literal('')]),
});
const jobSchema = z.object({
  id: xmlText,
  title: xmlText.pipe(neededText),
  url: xmlText.pipe(neededText),
  status: xmlText,
  department: xmlText,
  city: xmlText,
  state: xmlText,
  country: xmlText,
  type: xmlText,
  experience: xmlText,
  original_open_date: xmlText,
  description: xmlText,
});

/**
 * A company's jobs on JazzHR, complete in one request, by the feed that JazzHR publishes for job boards
 * (GET /feeds/export/jobs/{subdomain}); it is not part of the interface documented at https://apidoc.jazzhrapis.com.
 */
export const jazzhr = defineKind({
  kind: 'jazzhr',
  summary: 'A company’s jobs on JazzHR, by its public XML feed.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://apidoc.jazzhrapis.com (the public feed, app.jazz.co/feeds/export/jobs/COMPANY)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'The feed is public, needs no key and is published for job boards; its terms are not stated. robots.txt is obeyed.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    { address: '{company}.applytojob.com', except: ['app'] },
    'app.jazz.co/feeds/export/jobs/{company}',
    'app.jazz.co/widgets/basic/create/{company}',
  ],
  settings,
  requests: ({ baseUrl = 'https://app.jazz.co', company }) => [
    { url: `${baseUrl}/feeds/export/jobs/${company}`, role: 'listing', accept: 'xml' },
  ],
  parse(response, _request, chosen) {
    const { jobs } = asShape(readXml(response, parser), feedSchema, 'a feed with an element "jobs"');
    const feed = jobs === '' ? { company: null, job: [] } : jobs;
    const read = readEntries(feed.job ?? [], jobSchema, (job) => ({
      ...emptyPosting(job.title, job.url.replace(/^http:/, 'https:')),
      sourceJobId: job.id,
      company: { name: chosen.companyName ?? feed.company ?? chosen.company, url: null, logoUrl: null },
      places: [{ text: null, city: job.city, region: job.state, country: job.country }],
      jobType: listOf(job.type),
      level: listOf(job.experience),
      postedAt: job.original_open_date,
      descriptionHtml: job.description,
      tags: listOf(job.department),
    }));
    return { ...read, follow: [] };
  },
});
