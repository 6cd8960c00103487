import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hr-manager'),
  customer: boardNameIn('candidate.hr-manager.net/vacancies/list.aspx?customer=CUSTOMER'),
});

const pageSize = 100;

/** `/Date(1759276800000+0200)/`: the milliseconds are UTC, what follows only says where they were written. */
const moment = coerceText.transform((text) => {
  const milliseconds = /^\/Date\((\d{10,14})(?:[+-]\d{4})?\)\/$/.exec(text ?? '')?.[1];
  return milliseconds === undefined ? text : Number(milliseconds);
});
const named = z.object({ Name: coerceText }).nullish();
const positionSchema = z.object({
  Id: neededId,
  Name: neededText,
  CustomerName: coerceText,
  AdvertisementUrlSecure: coerceText,
  AdvertisementUrl: coerceText,
  Published: moment,
  ApplicationDue: moment,
  PositionType: coerceText,
  WorkPlace: coerceText,
  PositionLocation: named,
  PositionCategory: named,
  Advertisements: z.array(z.object({ Content: coerceText })).nullish(),
});

/**
 * An employer's positions on HR Manager (Talentech Talent Recruiter), with their advertisements, in pages of 100.
 * Documented at https://gradegroup.atlassian.net/wiki/spaces/DOCS/pages/2062844104/TR+Job+Portal+API+public.
 */
export const hrManager = defineListing({
  kind: 'hr-manager',
  summary: 'Positions on HR Manager (Talentech Talent Recruiter), by the job portal API.',
  evidence: {
    requests: [
      'GET recruiter-api.hr-manager.net/jobportal.svc/{customer}/positionlist/json/?take=100&skip={skip}&incads=true',
    ],
    access: 'documented',
    robots: 'None for api.hr-manager.net.',
    basis: ['https://gradegroup.atlassian.net/wiki/spaces/DOCS/pages/2062844104/TR+Job+Portal+API+public'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'candidate.hr-manager.net/vacancies/list.aspx?customer={customer}',
    'api.hr-manager.net/jobportal.svc/{customer}',
    'recruiter-api.hr-manager.net/jobportal.svc/{customer}',
  ],
  settings,
  request: ({ baseUrl = 'https://recruiter-api.hr-manager.net', customer }, { read }) => ({
    url: `${baseUrl}/jobportal.svc/${customer}/positionlist/json/?take=${pageSize}&skip=${read}&incads=true`,
  }),
  page: z.object({ Items: z.array(z.unknown()), PositionCountSearch: z.number() }),
  shape: 'a page with Items and PositionCountSearch',
  entriesOf: ({ Items: items }) => items,
  hasMore: ({ PositionCountSearch: total }, read) => read < total,
  entry: positionSchema,
  asPosting: (position, { customer }) => ({
    ...emptyPosting(position.Name, position.AdvertisementUrlSecure ?? position.AdvertisementUrl ?? ''),
    sourceJobId: position.Id,
    company: { name: position.CustomerName ?? customer, url: null, logoUrl: null },
    places: placeText(position.WorkPlace ?? position.PositionLocation?.Name ?? null),
    jobType: listOf(position.PositionType),
    postedAt: position.Published,
    validUntil: position.ApplicationDue,
    descriptionHtml: listOf(...(position.Advertisements ?? []).map(({ Content: text }) => text)).join('\n') || null,
    tags: listOf(position.PositionCategory?.Name),
  }),
});
