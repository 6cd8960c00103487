import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, descriptionRow, labelled, payFacts, salaryRow } from '../../../../bench/quality/labelled.js';
import { findSalary } from '../../../../worker/normalise/pay/salary-in-description.js';

const find = (description: string, country: string | null = 'US') => findSalary(description, { country });

describe('pay in a description', () => {
  test.each([
    ['salary-in-description-tuning', 1],
    ['salary-in-description-held-out', 0.97],
  ])('of the set %s, a share of %d or more is right', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, descriptionRow),
      ({ description, country }) => payFacts(find(description, country)?.salary ?? null),
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
  });

  test.each(['not-salary-tuning', 'not-salary-held-out'])('nothing is found in the set %s', (name) => {
    const found = labelled(name, salaryRow).filter(({ salary }) => find(salary, null) !== null);
    expect(found).toEqual([]);
  });

  test('is always inferred, and its text is quoted from the description', () => {
    expect(find('Pay\nThe salary is up to $95,000 a year, plus equity.')).toEqual({
      salary: {
        text: 'Up to $95,000 a year',
        min: null,
        max: 95_000,
        currency: 'USD',
        per: 'year',
        yearly: { min: null, max: 95_000 },
      },
      inferred: true,
    });
  });

  test('overlapping ranges for several regions become one, separate ranges do not', () => {
    const tiers = 'Salary in New York: $150,000 - $190,000\nSalary elsewhere: $130,000 - $170,000';
    expect(find(tiers)?.salary).toMatchObject({ min: 130_000, max: 190_000, text: '$130K – $190K a year' });
    const roles = 'Salary, junior: $60,000 - $70,000\nSalary, senior: $150,000 - $170,000';
    expect(find(roles)?.salary).toMatchObject({ min: 60_000, max: 70_000 });
  });

  test.each([
    ['DE', { min: 80_000, max: 95_000, currency: 'EUR' }],
    ['GB', { min: 70_000, max: 85_000, currency: 'GBP' }],
    ['US', { min: 150_000, max: 180_000, currency: 'USD' }],
  ])('of ranges for several countries is that of "%s"', (country, pay) => {
    const ranges = 'The annual salary is:\nUS: $150,000 - $180,000\nGermany: €80,000 - €95,000\nUK: £70,000 - £85,000';
    expect(find(ranges, country)?.salary).toMatchObject({ ...pay, per: 'year' });
  });

  test('with a lower end of 0 has none', () => {
    expect(find('Salary: £0 - £40,000 per year', 'GB')?.salary).toMatchObject({ min: null, max: 40_000 });
  });

  test.each([
    ['ES', 'Ayuda al estudio: 600 € al mes', 600],
    ['PT', 'Bolsa de estágio de 900 € por mês', 900],
    ['PL', 'Stypendium stażowe: 3000 zł miesięcznie', 3000],
    ['RO', 'Indemnizație de practică: 1500 lei pe lună', 1500],
    ['CZ', 'Odměna pro stážisty 20 000 Kč měsíčně', 20_000],
    ['FI', 'Harjoittelupalkka 1 400 € kuukaudessa', 1400],
    ['GR', 'Αποζημίωση πρακτικής 700 € τον μήνα', 700],
    ['UA', 'Стипендія 15 000 грн на місяць', 15_000],
    ['TR', 'Staj ücreti: aylık 10.000 TL', 10_000],
  ])('in %s, "%s" is pay of a trainee', (country, line, min) => {
    expect(findSalary(line, { country, isTraining: true })?.salary).toMatchObject({ min, per: 'month' });
  });

  test.each([
    ['ES', 'Presupuesto de formación de 1.000 € al año'],
    ['PL', 'Budżet szkoleniowy 5000 zł rocznie'],
    ['CZ', 'Příspěvek na vzdělávání 20 000 Kč ročně'],
    ['US', 'We offer a learning stipend of $3,000 per year'],
  ])('in %s, "%s" is no pay, of a trainee neither', (country, line) => {
    expect(findSalary(line, { country, isTraining: true })).toBeNull();
  });

  test('a bare range called pay is monthly where pay of its size is, in the currency of the place', () => {
    const month = { min: 2450, max: 3150, currency: 'EUR', per: 'month' };
    expect(find('Salaris: 2450 - 3150', 'NL')?.salary).toMatchObject(month);
    expect(find('Wij bieden een salaris tussen de 2450 en 3150 bruto.', 'NL')?.salary).toMatchObject(month);
    expect(find('Gehalt: 2450 - 3150', 'DE')?.salary).toMatchObject(month);
    expect(find('Zuckergehalt: 2450 - 3150', 'DE')).toBeNull();
    expect(find('Salaris: 2450 - 3150', null)).toBeNull();
    expect(find('Salary: 2450 - 3150', 'US')).toBeNull();
  });

  test.each([
    'Amount: $27\nPeriod: hour',
    'Pay\n- Amount: $27\n- Pay period: hourly',
    'Amount: $27 / Frequency: hourly',
  ])('an amount and its period are fields of their own: %j', (text) => {
    expect(find(text)?.salary).toMatchObject({ min: 27, max: 27, currency: 'USD', per: 'hour' });
  });

  test('a period on a line of its own makes no pay of a budget', () => {
    expect(find('Project budget: $2,700\nPeriod: month')).toBeNull();
  });

  test('a heading about pay supports the line below it, another heading opposes it', () => {
    expect(find('Salary range\n$90,000')?.salary.min).toBe(90_000);
    expect(find('Sign-on bonus\n$9,000 - $15,500')).toBeNull();
  });

  test('an amount and its period may stand on lines of their own', () => {
    const yearly = { min: 45_000, max: 55_000, currency: 'GBP', per: 'year' };
    expect(find('Salary\n45,000 - 55,000\nper annum\nWe bake.', 'GB')?.salary).toMatchObject(yearly);
    expect(find('Gehalt:\n3.000 - 3.400 €\npro Monat (brutto)', 'DE')?.salary).toMatchObject({
      min: 3000,
      per: 'month',
    });
    expect(find('We bake 45,000 - 55,000\nper annum', 'GB')).toBeNull();
  });

  test('prices and allowances are below what full-time work pays', () => {
    expect(find('Pay: $1.50 per hour')).toBeNull();
    expect(find('Salary: $300 a year')).toBeNull();
  });

  test('never throws, whatever the text', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('Salary: $', '€50k-', '401(k)', '- pay', '10%', '£40k - £50k'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const found = find(lines.join('\n'), null);
        if (found?.salary.min != null && found.salary.max != null)
          expect(found.salary.min).toBeLessThanOrEqual(found.salary.max);
      }),
      { numRuns: 300 },
    );
  });

  test('a hundred thousand characters of near-pay are read quickly', () => {
    const began = process.cpuUsage();
    find('salary $ 1 2 3 k bonus - , and '.repeat(3500));
    // CPU time: other tests share the machine.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  });
});
