import { z } from 'zod';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('le-forem') });

/** Offers of one export, the newest first, unless `maxJobs` says otherwise. */
const usualExport = 10_000;

const fields = [
  ...['numerooffreforem', 'titreoffre', 'lieuxtravaillocalite', 'typecontrat', 'nomemployeur', 'regimetravail'],
  ...['secteurs', 'metier', 'url', 'datedebutdiffusion'],
];
const offerSchema = z.object({
  numerooffreforem: neededId,
  titreoffre: neededText,
  url: coerceText,
  nomemployeur: coerceText,
  lieuxtravaillocalite: coerceTexts,
  typecontrat: coerceText,
  regimetravail: coerceText,
  secteurs: coerceTexts,
  metier: coerceText,
  datedebutdiffusion: coerceText,
});

/**
 * Offers of the public employment service of Wallonia, by its open data: an export of the newest in one request, without the
 * text of the offers. Dataset: https://www.odwb.be/explore/dataset/offres-d-emploi-forem/; interface:
 * https://help.opendatasoft.com/apis/ods-explore-v2/.
 */
export const leForem = defineListing({
  kind: 'le-forem',
  summary: 'Belgium: offers of Le Forem (Wallonia), open data without texts.',
  evidence: {
    requests: [
      'GET leforem-digitalwallonia.opendatasoft.com/api/explore/v2.1/catalog/datasets/offres-d-emploi-forem/exports/json?limit={maxJobs}&order_by=datedebutdiffusion%20desc&select={fields}',
    ],
    access: 'documented',
    robots: 'Reported to forbid `/api/` to all but Googlebot.',
    basis: [
      'https://www.odwb.be/explore/dataset/offres-d-emploi-forem/',
      'https://help.opendatasoft.com/apis/ods-explore-v2/',
      'https://github.com/VoxSake/FOREM-idable (src/services/api/foremClient.ts)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Open data under CC BY-SA 4.0, without a key.',
  attribution: 'Le Forem, offres d’emploi, CC BY-SA 4.0.',
  cost: { perRequest: 'all', details: false },
  addresses: ['www.odwb.be/explore/dataset/offres-d-emploi-forem', 'www.leforem.be'],
  settings,
  absence: 'unknown',
  defaults: { maxJobs: usualExport, freshSeconds: 21_600 },
  request: ({ baseUrl = 'https://leforem-digitalwallonia.opendatasoft.com', maxJobs = usualExport }) => ({
    url: `${baseUrl}/api/explore/v2.1/catalog/datasets/offres-d-emploi-forem/exports/json?limit=${maxJobs}&order_by=${encodeURIComponent('datedebutdiffusion desc')}&select=${fields.join(',')}`,
  }),
  page: z.array(z.unknown()),
  shape: 'a list of offers',
  list: { member: null },
  entriesOf: (page) => page,
  entry: offerSchema,
  asPosting: (offer) => ({
    ...emptyPosting(
      offer.titreoffre,
      offer.url ?? `https://www.leforem.be/recherche-offres/offre-detail/${offer.numerooffreforem}`,
    ),
    sourceJobId: offer.numerooffreforem,
    company: { name: offer.nomemployeur, url: null, logoUrl: null },
    places: placeText(...offer.lieuxtravaillocalite.map((town) => `${town}, Belgique`)),
    jobType: listOf(offer.regimetravail, offer.typecontrat),
    postedAt: offer.datedebutdiffusion,
    tags: listOf(offer.metier, ...offer.secteurs),
  }),
});
