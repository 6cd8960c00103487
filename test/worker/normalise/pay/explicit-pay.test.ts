import { describe, expect, test } from '@jest/globals';
import { nationalForms } from '../../../../worker/normalise/pay/explicit-pay.js';
import { readSalary } from '../../../../worker/normalise/pay/salary.js';
import { findSalary } from '../../../../worker/normalise/pay/salary-in-description.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const inField = (text: string, country = 'US') =>
  readSalary({ text, min: null, max: null, currency: null, per: null }, { country })?.salary ?? null;
const inText = (text: string, country = 'US') => findSalary(text, { country })?.salary ?? null;

describe('an amount that is called pay', () => {
  test.each([
    ['The current base range for this job is $91,500 - $118,250.', 91_500, 118_250],
    ['The base range for this job is currently $91,500 - $118,250.', 91_500, 118_250],
    ['We estimate that the base range for this job is $91,500 - $118,250 per year.', 91_500, 118_250],
    ['The base range for this job in the United States is $91,500 - $118,250, plus equity.', 91_500, 118_250],
    ['Our estimate of the pay range for customer success managers is $80,500 - $95,750.', 80_500, 95_750],
    ['The wage for this shelf stacking job in our food market is $17.35 per hour.', 17.35, 17.35],
    ['The hourly rate at our home care sites is $18.10 - $21.40 per hour plus mileage.', 18.1, 21.4],
    ['The hiring range for investment analysts is expected to be $70,100 to $88,900.', 70_100, 88_900],
  ])('is read whatever else its sentence speaks of: "%s"', (text, min, max) => {
    expect(inField(text)).toMatchObject({ min, max, currency: 'USD' });
    expect(inText(text)).toMatchObject({ min, max, currency: 'USD' });
  });

  test.each([
    'Our base price range is $20,500 - $45,250.',
    'Base range extenders sell for $20,500 - $40,250.',
    'The base range for this job depends on experience; a sign-on bonus of $10,500 is paid.',
    'The price range of the homes in this market is $220,500 - $440,250.',
    'Our customers pay $50,500 - $80,250 per year for the product.',
    'The salary of each referral bonus is $2,500.',
    'Your pay rate does not include the on-call allowance of $3.25 per hour.',
    'We pay for training: the insurance cost for drivers is $12,500 per year.',
    'You manage budgets of $500,500 - $800,250.',
  ])('is not read where something else is: "%s"', (text) => {
    expect(inText(text)).toBeNull();
    expect(inField(text)).toBeNull();
  });
});

describe('the forms of a country', () => {
  const rows = nationalForms.flatMap(({ country, examples }) => examples.map((example) => [country, example] as const));
  test.each(rows)('%s: %s', (country, example) => {
    const [text = '', said = ''] = example.split(' = ');
    const read = [inField(text, country), inText(text, country)].map(
      (salary) => salary && `${salary.min}-${salary.max} ${salary.currency}/${salary.per}`,
    );
    expect(read).toEqual([said, said]);
  });

  test.each([
    ['FR', 'Une formation de 1850 Euros à 2050 Euros sur 13 mois est prise en charge'],
    ['FR', 'Abonnement mensuel à 25 Euros'],
    ['AT', 'Wir betreuen 14 Kunden und EUR 2.640 Budget'],
    ['DE', 'Zuschuss von 3.400 € für 13 Mitarbeiter'],
    ['ES', 'Tarjeta de 1.100 € al año'],
    ['IN', 'Projects of 7 - 9 million'],
  ])('%s: no pay in "%s"', (country, text) => {
    expect(inText(text, country)).toBeNull();
  });
});

test('pay in euros of the size of a month is by the month', () => {
  expect(inField('€ 2.650 - € 3.450 bruto', 'NL')).toMatchObject({ min: 2650, max: 3450, per: 'month' });
  expect(inText('Een salaris van € 2.650 tot € 3.450 op basis van 40 uur.', 'NL')).toMatchObject({ per: 'month' });
  expect(inField('€ 650 - € 950', 'NL')).toMatchObject({ per: null });
  expect(inField('$2,650 - $3,450')).toMatchObject({ per: null });
  expect(inField('€ 26.500 - € 34.500', 'NL')).toMatchObject({ per: 'year' });
});

test('a sentence of nothing but names of pay is read in linear time', () => {
  const text = `${'the base range for this position in the market is '.repeat(40)}$50,000`;
  inText(text);
  expect(cpuMs(() => inText(`${text} `))).toBeLessThan(100);
});

test('a word without end after a name of pay costs no more than another text', () => {
  for (const letters of ['na', 'e.', ',e'])
    expect(cpuMs(() => inText(`wage of /rhyxjotp,e${letters.repeat(70)} $50,000 a year`))).toBeLessThan(40);
});
