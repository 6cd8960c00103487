import { z } from 'zod';
import { ownKey } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type PostingPlace, type PostingSalary } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('france-travail'),
  clientId: ownKey(4, 'Identifier of your application'),
  clientSecret: ownKey(4, 'Secret key of your application'),
});
type Settings = z.infer<typeof settings>;

/** The API returns at most this many postings per page, and none beyond the last page that begins here. */
const pageSize = 150;
const lastStart = 1000;

const place = z.object({ libelle: coerceText, codePostal: coerceText }).nullish();
const offerSchema = z.object({
  id: neededId,
  intitule: neededText,
  description: coerceText,
  dateCreation: coerceText,
  lieuTravail: place,
  entreprise: z.object({ nom: coerceText, url: coerceText, logo: coerceText }).nullish(),
  typeContratLibelle: coerceText,
  dureeTravailLibelleConverti: coerceText,
  experienceLibelle: coerceText,
  salaire: z.object({ libelle: coerceText, commentaire: coerceText }).nullish(),
  romeLibelle: coerceText,
  origineOffre: z.object({ urlOrigine: coerceText }).nullish(),
});

const listing = defineListing<Settings, { resultats: unknown[] }, z.infer<typeof offerSchema>>({
  kind: 'france-travail',
  summary: 'Offers of France Travail, the public employment service of France, with your own application.',
  evidence: {
    requests: [
      'POST entreprise.francetravail.fr/connexion/oauth2/access_token?realm=%2Fpartenaire',
      'GET api.francetravail.io/partenaire/offresdemploi/v2/offres/search?range={range}&sort=1[&motsCles={keyword}]',
    ],
    access: 'documented',
    robots: 'Reported as `Disallow: /`.',
    basis: [
      'https://francetravail.io/data/api/offres-emploi',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-francetravail)',
      'https://github.com/SocialGouv/pass-emploi-api (tests/infrastructure/routes/mocks.py)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Free with your own application; the licence allows showing the offers with their origin.',
  cost: { perRequest: pageSize, details: false },
  attribution: 'Offres de France Travail (https://www.francetravail.fr).',
  defaults: { maxPages: 7, perMinute: 60, freshSeconds: 10_800 },
  addresses: [
    {
      address: 'candidat.francetravail.fr',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators name a value of the environment.
      settings: { clientId: '${FRANCE_TRAVAIL_ID}', clientSecret: '${FRANCE_TRAVAIL_SECRET}' },
    },
  ],
  keyed: true,
  settings,
  oauth: ({ baseUrl = 'https://entreprise.francetravail.fr', clientId, clientSecret }) => ({
    tokenUrl: `${baseUrl}/connexion/oauth2/access_token?realm=%2Fpartenaire`,
    ...{ clientId, clientSecret, scope: 'api_offresdemploiv2 o2dsoffre' },
  }),
  narrows: () => ['keyword'],
  // A search gives out the newest alone.
  absence: 'unknown',
  request({ baseUrl = 'https://api.francetravail.io' }, { read, narrow }) {
    const query = new URLSearchParams({
      range: `${read}-${read + pageSize - 1}`,
      // The newest first.
      sort: '1',
      ...(narrow.keyword ? { motsCles: narrow.keyword } : {}),
    });
    return { url: `${baseUrl}/partenaire/offresdemploi/v2/offres/search?${query}` };
  },
  page: z.object({ resultats: z.array(z.unknown()) }),
  shape: 'an object with resultats',
  entriesOf: ({ resultats }) => resultats,
  hasMore: ({ resultats }, read) => resultats.length === pageSize && read <= lastStart,
  entry: offerSchema,
  asPosting: (offer) => ({
    ...emptyPosting(
      offer.intitule,
      offer.origineOffre?.urlOrigine ??
        `https://candidat.francetravail.fr/offres/recherche/detail/${encodeURIComponent(offer.id)}`,
    ),
    sourceJobId: offer.id,
    company: {
      name: offer.entreprise?.nom ?? null,
      url: offer.entreprise?.url ?? null,
      logoUrl: offer.entreprise?.logo ?? null,
    },
    places: placesOf(offer.lieuTravail),
    jobType: listOf(offer.typeContratLibelle, offer.dureeTravailLibelleConverti),
    level: listOf(offer.experienceLibelle),
    salary: payOf(offer.salaire?.libelle ?? offer.salaire?.commentaire ?? null),
    postedAt: offer.dateCreation,
    descriptionText: offer.description,
    tags: listOf(offer.romeLibelle),
  }),
});

/** Offers of France Travail, searched by keyword, in pages of 150. Where there is none the API answers 204, without a body. */
export const franceTravail = defineKind<Settings>({
  ...listing,
  settings,
  parse: (response, request, chosen) =>
    response.body.trim() === '' ? { postings: [], follow: [] } : listing.parse(response, request, chosen),
});

/** "51 - REIMS" with its postcode, "49 - Maine et Loire" for a department, or the name of a region or the country. */
function placesOf(stated: z.infer<typeof place>): PostingPlace[] {
  const { libelle: text = null, codePostal: postcode = null } = stated ?? {};
  if (text === null) return [];
  const within = /^\d[\dAB]\d? - (.{1,80})$/.exec(text)?.[1];
  if (within !== undefined && !postcode)
    return [{ text: null, city: null, region: within.replaceAll(' ', '-'), country: 'FR' }];
  return [{ text: within === undefined ? text : `${postcode} ${within}`, city: null, region: null, country: 'FR' }];
}

const payOf = (text: string | null): PostingSalary | null =>
  text === null ? null : { text, min: null, max: null, currency: 'EUR', per: null };
