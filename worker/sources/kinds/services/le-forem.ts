import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('le-forem') });

/** Offers of one export, the newest first, unless `maxJobs` is set. */
const usualExport = 10_000;

const fields = [
  ...['numerooffreforem', 'titreoffre', 'lieuxtravaillocalite', 'typecontrat', 'nomemployeur', 'regimetravail'],
  ...['secteurs', 'metier', 'url', 'datedebutdiffusion'],
];

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
  entries: '',
  inParts: [],
  asPosting(offer) {
    const id = offer.needed('numerooffreforem');
    return {
      ...emptyPosting(
        offer.needed('titreoffre'),
        offer.text('url') ?? `https://www.leforem.be/recherche-offres/offre-detail/${id}`,
      ),
      sourceJobId: id,
      company: companyNamed(offer.text('nomemployeur')),
      places: placeText(...offer.texts('lieuxtravaillocalite').map((town) => `${town}, Belgique`)),
      jobType: offer.texts('regimetravail', 'typecontrat'),
      postedAt: offer.text('datedebutdiffusion'),
      tags: offer.texts('metier', 'secteurs'),
    };
  },
});
