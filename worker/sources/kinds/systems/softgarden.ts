import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { subdomainOf } from '../../parse/board-settings.js';
import { neededText } from '../../parse/coerce.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('softgarden'),
  company: subdomainOf('career.softgarden.de'),
});

const elementSchema = z.object({ item: z.looseObject({ title: neededText, url: neededText }) });

/**
 * A career site on softgarden, complete in one request, by its feed: a schema.org DataFeed of JobPostings
 * (https://schema.org/DataFeed).
 */
export const softgarden = defineListing({
  kind: 'softgarden',
  summary: 'A career site on softgarden, by its public feed of JobPostings.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://schema.org/DataFeed (the site’s feed, COMPANY.career.softgarden.de/jobs.feed.json)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The feed of a career site is public, needs no key and is made for readers by machine; robots.txt is obeyed.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    '{company}.career.softgarden.de',
    { address: '{company}.softgarden.io', except: ['api', 'app', 'dev', 'static'] },
  ],
  settings,
  request: ({ baseUrl, company }) => ({
    url: `${baseUrl ?? `https://${company}.career.softgarden.de`}/jobs.feed.json`,
  }),
  page: z.object({ dataFeedElement: z.array(z.unknown()) }),
  shape: 'a feed with dataFeedElement',
  list: { member: 'dataFeedElement' },
  entriesOf: ({ dataFeedElement }) => dataFeedElement,
  entry: elementSchema,
  asPosting({ item }) {
    const posting = readJobPostingNode(item as LinkedData, item.url) ?? emptyPosting(item.title, item.url);
    return { ...posting, url: item.url };
  },
});
