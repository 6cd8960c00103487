/**
 * A form in which a country writes pay and nothing else: what stands right before or behind an amount, texts in it with what they
 * say, and where the form is from. To add a country's form, add a row; its examples are its test.
 */
export type NationalForm = {
  country: string;
  before?: RegExp;
  behind?: RegExp;
  source: string;
  examples: readonly string[];
};

export const nationalForms: readonly NationalForm[] = [
  {
    country: 'FR',
    before: /(?:^|[:;|(-]) ?(?:horaire|mensuel|annuel)(?: brut)? de ?$/iu,
    source: 'offers of the French employment service: period, amount or range, number of monthly payments a year',
    examples: [
      'Horaire de 12,10 Euros à 13,40 Euros sur 12 mois = 12.1-13.4 EUR/hour',
      'Mensuel de 1850 Euros à 2050 Euros sur 13 mois + primes = 1850-2050 EUR/month',
      'Mensuel de 2140,50 Euros, primes et mutuelle = 2140.5-2140.5 EUR/month',
      'Annuel de 27000.0 Euros à 31000.0 Euros sur 12.0 mois = 27000-31000 EUR/year',
    ],
  },
  {
    country: 'FR',
    behind: /^ ?(?:euros? )?bruts? (?:par mois )?sur 1[2-6](?:[.,]\d+)? mois(?!\p{L})/iu,
    source: 'monthly payments a year, as French offers name them behind an amount',
    examples: ['Salaire mensuel 2 300 € brut sur 13 mois, mutuelle et primes = 2300-2300 EUR/month'],
  },
  {
    country: 'AT',
    behind: /^ ?(?:brutto)?[ ,(]{0,2}(?:x ?1[45]|1[45] ?x|1[45] ?mal)(?: (?:jährlich|p\.a\.|pro jahr))?(?!\p{L}|\d)/iu,
    source: 'collective agreements of Austria: minimum pay by the month, fourteen times a year',
    examples: [
      'Mindestgehalt ab EUR 2.640 brutto/Monat (14x jährlich), Bonus und Essenszuschuss = 2640-null EUR/month',
      'Wir bieten ein Gehalt von EUR 3.150 x 14, Bonus und Zuschuss = 3150-3150 EUR/month',
    ],
  },
  {
    country: 'DE',
    behind: /^ ?(?:euro )?(?:brutto)?[ ,(x]{0,3}1[2-4] (?:gehälter|monatsgehälter)(?!\p{L})/iu,
    source: 'monthly salaries a year, as German offers name them behind an amount',
    examples: ['3.400 € brutto im Monat (13 Gehälter), Bonus möglich = 3400-3400 EUR/month'],
  },
  {
    country: 'IT',
    before: /(?:^|[^\p{L}])RAL(?: (?:di|da|fino a|tra|compresa tra))?:? ?$/u,
    source: 'retribuzione annua lorda, the gross yearly pay of Italian offers',
    examples: ['RAL 28.500 - 33.500 €, buoni pasto e premio = 28500-33500 EUR/year'],
  },
  {
    country: 'ES',
    behind: /^ ?(?:€ |euros )?(?:b\/a|brutos? (?:al año|anuales)|en 1[24] pagas)(?!\p{L})/iu,
    source: 'brutos al año and pagas, gross yearly pay and its payments in Spanish offers',
    examples: ['26.500€ - 31.000€ b/a + tarjeta restaurante = 26500-31000 EUR/year'],
  },
  {
    country: 'IN',
    before: /(?:^|[^\p{L}])CTC(?: of| up to| upto)?:? ?$/iu,
    source: 'cost to company, the yearly pay of Indian offers',
    examples: ['CTC: 7 - 9 LPA plus medical insurance = 700000-900000 INR/year'],
  },
];
