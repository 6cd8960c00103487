import { expect, test } from '@jest/globals';
import { loginOf } from '../../../../../worker/sources/source.js';
import { openKind, recordsOf } from '../../../../lib/open-kind.js';

const { source, asks, read } = openKind({
  ...{ kind: 'france-travail', clientId: 'PAR_acme_0123', clientSecret: 'secret-01234567' },
});

const offer = (id: string, more: object = {}) => ({
  ...{ id, intitule: 'Technicien Informatique H/F', description: 'OFFRE : \n assistance', typeContrat: 'CDD' },
  ...{ dateCreation: '2026-10-28T14:01:33.000Z', dateActualisation: '2026-10-28T14:01:33.000Z' },
  lieuTravail: { libelle: '51 - REIMS', latitude: 49.25, longitude: 4.05, codePostal: '51100', commune: '51454' },
  ...{ romeCode: 'I1401', romeLibelle: 'Maintenance informatique et bureautique', entreprise: { nom: 'Offre RH' } },
  ...{ typeContratLibelle: 'Contrat à durée déterminée - 6 Mois', experienceLibelle: 'Débutant accepté' },
  salaire: { libelle: 'Mensuel de 1600,00 Euros à 1800,00 Euros sur 12 mois' },
  ...{ dureeTravailLibelle: '35H Horaires normaux', dureeTravailLibelleConverti: 'Temps plein', alternance: false },
  origineOffre: { origine: '1', urlOrigine: `https://candidat.francetravail.fr/offres/recherche/detail/${id}` },
  ...more,
});
const page = (count: number) => ({ resultats: Array.from({ length: count }, (_, at) => offer(`19${at}X`)) });

test('asks for the newest in ranges of 150, by keyword, with a token of the operator’s application', () => {
  const [first] = asks({ keyword: 'technicien' });
  expect(first?.url).toBe(
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?range=0-149&sort=1&motsCles=technicien',
  );
  expect(loginOf(source)).toEqual({
    client: {
      tokenUrl: 'https://entreprise.francetravail.fr/connexion/oauth2/access_token?realm=%2Fpartenaire',
      ...{ clientId: 'PAR_acme_0123', clientSecret: 'secret-01234567', scope: 'api_offresdemploiv2 o2dsoffre' },
    },
    origin: 'https://api.francetravail.io',
  });
  expect(source.redact('PAR_acme_0123 secret-01234567')).toBe('[hidden] [hidden]');
});

test('follows full ranges to the last that the interface gives out, and reads an answer without a body as none', () => {
  let [ask] = asks();
  const ranges: string[] = [];
  for (; ask !== undefined; [ask] = read(page(150), ask).follow) ranges.push(/range=([\d-]+)/.exec(ask.url)?.[1] ?? '');
  expect(ranges).toEqual(['0-149', '150-299', '300-449', '450-599', '600-749', '750-899', '900-1049']);
  expect(read(page(20)).follow).toEqual([]);
  expect(read('')).toEqual({ postings: [], follow: [] });
});

test('reads an offer: its town by the postcode, its contract, hours and pay', () => {
  const [job, abroad] = recordsOf(
    read({ resultats: [offer('196ABCD'), offer('197', { lieuTravail: { libelle: 'France' }, salaire: {} })] }),
  );
  expect(job).toMatchObject({
    title: 'Technicien Informatique H/F',
    url: 'https://candidat.francetravail.fr/offres/recherche/detail/196ABCD',
    company: { name: 'Offre RH' },
    location: { city: 'Reims', country: 'FR' },
    salary: { min: 1600, max: 1800, currency: 'EUR', per: 'month' },
    postedAt: '2026-10-28T14:01:33.000Z',
  });
  expect(abroad).toMatchObject({ location: { city: null, country: 'FR' }, salary: null });
});

test('reads a department as one of France, pay from a remark, and the company’s page', () => {
  const [job] = recordsOf(
    read({
      resultats: [
        offer('198', {
          lieuTravail: { libelle: '49 - Maine et Loire' },
          salaire: { commentaire: 'A partir de 28 k€ brut annuel' },
          entreprise: { nom: 'Atelier', url: 'https://atelier.example', logo: 7 },
        }),
      ],
    }),
  );
  expect(job).toMatchObject({
    location: { country: 'FR' },
    salary: { min: 28_000, currency: 'EUR', per: 'year' },
    company: { name: 'Atelier', url: 'https://atelier.example/' },
  });
});
