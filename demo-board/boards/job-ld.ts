import { type Chance, chanceOf } from '../postings/chance.js';
import type { DemoPosting, Pay } from '../postings/posting.js';
import { countries } from '../vocabulary.js';

/**
 * A posting as schema.org JobPosting (https://schema.org/JobPosting), in the forms that sites use: amounts as numbers
 * or texts, countries as codes, names or objects, one place or several. The form depends on the id.
 */
export function jobLd(posting: DemoPosting, origin: string): object {
  const chance = chanceOf('json-ld', posting.id);
  const { opening, pay, payText, stated, requisitionId, companyName, validUntil } = posting;
  const type = opening.jobType.toUpperCase().replace(' ', '_');
  const schemaType = { CONTRACT: 'CONTRACTOR', INTERNSHIP: 'INTERN' }[type] ?? type;
  const value = requisitionId ?? posting.id;
  return {
    ...{ '@context': 'https://schema.org', '@type': 'JobPosting', title: posting.title },
    ...{ description: posting.descriptionHtml, url: `${origin}${posting.path}` },
    datePosted: chance.maybe(0.35) ? posting.postedAt.slice(0, 10) : posting.postedAt,
    ...(validUntil ? { validThrough: validUntil } : {}),
    ...(stated.jobType === 'field' ? { employmentType: chance.pick([schemaType, schemaType, [schemaType]]) } : {}),
    hiringOrganization: { '@type': 'Organization', name: companyName, sameAs: opening.company.url },
    ...whereabouts(posting, chance),
    ...(pay && payText && stated.pay === 'field' ? baseSalary(pay, payText, chance) : {}),
    identifier: chance.pick<unknown>([value, { '@type': 'PropertyValue', name: companyName, value }]),
  };
}

function whereabouts({ opening: { remoteRegion, places } }: DemoPosting, chance: Chance): object {
  if (remoteRegion?.worldwide) return { jobLocationType: 'TELECOMMUTE' };
  if (remoteRegion) {
    const [first, ...more] = remoteRegion.countries;
    const isOne = first !== undefined && more.length === 0;
    const where = isOne
      ? { '@type': 'Country', name: countries[first].name }
      : { '@type': 'AdministrativeArea', name: remoteRegion.name };
    return { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: where };
  }
  const style = chance.int(0, 2);
  const written = places.map(({ city, region, regionCode, country }) => ({
    '@type': 'Place',
    address: {
      ...{
        '@type': 'PostalAddress',
        addressLocality: city,
        addressRegion: style === 1 ? region : (regionCode ?? region),
      },
      addressCountry: [country, countries[country].name, { '@type': 'Country', name: country }][style],
    },
  }));
  return { jobLocation: written.length === 1 && chance.maybe(0.8) ? written[0] : written };
}

/** The ways sites state pay: a range, one value, texts for numbers, a list of one, or a sentence. */
function baseSalary(pay: Pay, payText: string, chance: Chance): object {
  const { min, max, currency, per } = pay;
  const asText = chance.maybe(0.2);
  const write = (amount: number): unknown => (asText ? amount.toFixed(2) : amount);
  const single = min !== null && min === max ? min : null;
  const range = {
    ...(min === null ? {} : { minValue: write(min) }),
    ...(max === null ? {} : { maxValue: write(max) }),
  };
  const amounts = single === null ? range : { value: write(single) };
  const value = { '@type': 'QuantitativeValue', ...amounts, unitText: chance.maybe(0.9) ? per.toUpperCase() : per };
  const amount = { '@type': 'MonetaryAmount', currency, value };
  return chance.weigh<object>([
    [{ baseSalary: amount }, 14],
    [{ baseSalary: [amount] }, 1],
    [{ baseSalary: { '@type': 'MonetaryAmount', currency, ...amounts } }, per === 'year' && single === null ? 1 : 0],
    [{ baseSalary: { ...amount, value: single }, salaryCurrency: currency }, per === 'year' && single !== null ? 5 : 0],
    [{ baseSalary: payText, salaryCurrency: currency }, 2],
  ]);
}
