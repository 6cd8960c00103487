import { z } from 'zod';
import { ownKey } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { emptyPosting, type PostingPlace, payWith, placeWith } from '../../posting.js';
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

const listing = defineListing({
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
    clientId,
    clientSecret,
    scope: 'api_offresdemploiv2 o2dsoffre',
  }),
  narrows: () => ['keyword'],
  // A search only returns the newest.
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
  entries: 'resultats',
  hasMore: (page, read) => page.list('resultats').length === pageSize && read <= lastStart,
  asPosting(offer) {
    const id = offer.needed('id');
    return {
      ...emptyPosting(
        offer.needed('intitule'),
        offer.text('origineOffre.urlOrigine') ??
          `https://candidat.francetravail.fr/offres/recherche/detail/${encodeURIComponent(id)}`,
      ),
      sourceJobId: id,
      company: {
        name: offer.text('entreprise.nom'),
        url: offer.text('entreprise.url'),
        logoUrl: offer.text('entreprise.logo'),
      },
      places: placesOf(offer.at('lieuTravail')),
      jobType: offer.texts('typeContratLibelle', 'dureeTravailLibelleConverti'),
      level: offer.texts('experienceLibelle'),
      salary: payWith({ text: offer.text('salaire.libelle', 'salaire.commentaire'), currency: 'EUR' }),
      postedAt: offer.text('dateCreation'),
      descriptionText: offer.text('description'),
      tags: offer.texts('romeLibelle'),
    };
  },
});

/** Offers of France Travail, by keyword, in pages of 150. Without results the API answers 204, with no body. */
export const franceTravail = defineKind<Settings>({
  ...listing,
  settings,
  parse: (response, request, chosen) =>
    response.body.trim() === '' ? { postings: [], follow: [] } : listing.parse(response, request, chosen),
});

/** "51 - REIMS" with its postcode, "49 - Maine et Loire" for a department, or the name of a region or the country. */
function placesOf(stated: Members): PostingPlace[] {
  const [text, postcode] = [stated.text('libelle'), stated.text('codePostal')];
  if (text === null) return [];
  const within = /^\d[\dAB]\d? - (.{1,80})$/.exec(text)?.[1];
  if (within !== undefined && postcode === null)
    return [placeWith({ region: within.replaceAll(' ', '-'), country: 'FR' })];
  return [placeWith({ text: within === undefined ? text : `${postcode} ${within}`, country: 'FR' })];
}
