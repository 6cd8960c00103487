import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type PostingPlace, type PostingSalary } from '../../posting.js';
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

const named = z
  .union([z.object({ name: coerceText }).transform(({ name }) => name), coerceText])
  .nullish()
  .transform((value) => value ?? null);
const location = z.object({
  name: coerceText,
  address: z.object({ city: coerceText, country: named }).nullish(),
  country: named,
});
const publicationSchema = z.object({
  id: neededId,
  position: neededText,
  jobPublicationURL: neededText,
  applicationFormURL: coerceText,
  startDate: coerceText,
  endDate: coerceText,
  introduction: coerceText,
  tasks: coerceText,
  profile: coerceText,
  weOffer: coerceText,
  closingText: coerceText,
  jobOpening: z
    .object({
      reference: coerceText,
      company: named,
      location: coerceText,
      locations: z.array(location).nullish(),
      workingTimes: z.array(named).nullish(),
      contractPeriod: named,
      department: named,
      categories: z.array(named).nullish(),
      createdDate: coerceText,
      salary: z
        .object({
          currency: coerceText,
          value: z.object({ minValue: coerceAmount, maxValue: coerceAmount, unitText: coerceText }),
        })
        .nullish(),
    })
    .nullish(),
});
type Opening = z.infer<typeof publicationSchema>['jobOpening'];

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
  page: z.array(z.unknown()),
  shape: 'a list of publications',
  list: { member: null },
  entriesOf: (page) => page,
  entry: publicationSchema,
  asPosting(publication, chosen) {
    const opening = publication.jobOpening;
    const { introduction, tasks, profile, weOffer, closingText } = publication;
    return {
      ...emptyPosting(publication.position, publication.jobPublicationURL),
      sourceJobId: publication.id,
      requisitionId: opening?.reference ?? null,
      applyUrl: publication.applicationFormURL,
      company: { name: chosen.companyName ?? opening?.company ?? chosen.host, url: null, logoUrl: null },
      places: placesOf(opening),
      jobType: listOf(...(opening?.workingTimes ?? []), opening?.contractPeriod),
      salary: payOf(opening),
      postedAt: publication.startDate ?? opening?.createdDate ?? null,
      validUntil: publication.endDate,
      descriptionHtml: listOf(introduction, tasks, profile, weOffer, closingText).join('\n') || null,
      tags: listOf(opening?.department, ...(opening?.categories ?? [])),
    };
  },
});

function payOf(opening: Opening): PostingSalary | null {
  const { currency, value } = opening?.salary ?? {};
  if (value === undefined || (value.minValue === null && value.maxValue === null)) return null;
  return { text: null, min: value.minValue, max: value.maxValue, currency: currency ?? null, per: value.unitText };
}

function placesOf(opening: Opening): PostingPlace[] {
  const stated = (opening?.locations ?? []).map(({ name, address, country }): PostingPlace => {
    const city = address?.city ?? null;
    return { text: city === null ? name : null, city, region: null, country: country ?? address?.country ?? null };
  });
  const text = opening?.location ?? null;
  return stated.length > 0 || text === null ? stated : [{ text, city: null, region: null, country: null }];
}
