import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type PostingPlace, payWith, placeText, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('dvinci'),
  host: careerHost.describe('Host of the portal, such as acme.dvinci-hr.com or jobs.acme.example.'),
  portal: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional()
    .describe('Name of the portal where the host has several, as in /portal/NAME/.'),
  companyName: companyInstead,
});

/**
 * A company's publications on d.vinci, complete in one request.
 * Documented at https://static.dvinci-easy.com/files/d.vinci%20rest-job-publication-api.html, where it is called always public.
 */
export const dvinci = defineListing({
  kind: 'dvinci',
  summary: 'Job publications on d.vinci, by the job publication API.',
  evidence: {
    requests: ['GET {host}[/portal/{portal}]/jobPublication/list.json'],
    access: 'documented',
    robots: null,
    basis: [
      'https://static.dvinci-easy.com/files/d.vinci%20rest-job-publication-api.html',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/dvinci.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-dvinci)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: ['dvinci-hr.com', 'dvinci-easy.com', 'dvinci.de'].flatMap((domain) =>
    ['/portal/{portal}', ''].map((path) => ({
      address: `{_company}.${domain}${path}`,
      settings: { host: `{_company}.${domain}` },
    })),
  ),
  settings,
  request: ({ baseUrl, host, portal }) => ({
    url: `${baseUrl ?? `https://${host}`}${portal === undefined ? '' : `/portal/${portal}`}/jobPublication/list.json`,
  }),
  entries: '',
  inParts: [],
  asPosting(publication, chosen) {
    const opening = publication.at('jobOpening');
    const sections = publication.texts('introduction', 'tasks', 'profile', 'weOffer', 'closingText');
    const pay = opening.at('salary');
    return {
      ...emptyPosting(publication.needed('position'), publication.needed('jobPublicationURL')),
      sourceJobId: publication.needed('id'),
      requisitionId: opening.text('reference'),
      applyUrl: publication.text('applicationFormURL'),
      company: companyNamed(chosen.companyName ?? opening.text('company.name', 'company') ?? chosen.host),
      places: placesOf(opening),
      jobType: namesOf(opening, 'workingTimes', 'contractPeriod'),
      salary: payWith({
        min: pay.amount('value.minValue'),
        max: pay.amount('value.maxValue'),
        currency: pay.text('currency'),
        per: pay.text('value.unitText'),
      }),
      postedAt: publication.text('startDate') ?? opening.text('createdDate'),
      validUntil: publication.text('endDate'),
      descriptionHtml: sections.join('\n') || null,
      tags: namesOf(opening, 'department', 'categories'),
    };
  },
});

/** Names, as texts or in objects. */
const namesOf = (stated: Members, ...paths: string[]): string[] =>
  paths.flatMap((path) => stated.texts(path, `${path}.name`));

function placesOf(opening: Members): PostingPlace[] {
  const stated = opening.rows('locations').map((place) => {
    const city = place.text('address.city');
    const country = place.text('country.name', 'country', 'address.country.name', 'address.country');
    return placeWith({ text: city === null ? place.text('name') : null, city, country });
  });
  return stated.length > 0 ? stated : placeText(opening.text('location'));
}
