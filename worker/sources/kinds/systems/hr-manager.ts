import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hr-manager'),
  customer: boardNameIn('candidate.hr-manager.net/vacancies/list.aspx?customer=CUSTOMER'),
});

const pageSize = 100;

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
  entries: 'Items',
  hasMore: (page, read) => read < page.count('PositionCountSearch'),
  asPosting: (position, { customer }) => ({
    ...emptyPosting(position.needed('Name'), position.text('AdvertisementUrlSecure', 'AdvertisementUrl') ?? ''),
    sourceJobId: position.needed('Id'),
    company: companyNamed(position.text('CustomerName') ?? customer),
    places: placeText(position.text('WorkPlace', 'PositionLocation.Name')),
    jobType: position.texts('PositionType'),
    postedAt: momentOf(position.text('Published')),
    validUntil: momentOf(position.text('ApplicationDue')),
    descriptionHtml: position.texts('Advertisements.Content').join('\n') || null,
    tags: position.texts('PositionCategory.Name'),
  }),
});

/** `/Date(1759276800000+0200)/`: the milliseconds are UTC, the rest is only the writer's time zone. */
function momentOf(text: string | null): string | number | null {
  const milliseconds = /^\/Date\((\d{10,14})(?:[+-]\d{4})?\)\/$/.exec(text ?? '')?.[1];
  return milliseconds === undefined ? text : Number(milliseconds);
}
