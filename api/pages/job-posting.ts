import type { Salary } from '../../shared/search/job.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import type { JobType } from '../../shared/words/words.js';

const employmentTypes: Readonly<Record<JobType, string>> = {
  'full time': 'FULL_TIME',
  'part time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  volunteer: 'VOLUNTEER',
  internship: 'INTERN',
};

/** A job as schema.org/JobPosting, with what its posting states; facts that are deduced are left out. */
export function jobPosting(job: WholeJob): Record<string, unknown> {
  const { company, location, salary } = job;
  const isStated = (name: string): boolean => !(job.inferred as readonly string[]).includes(name);
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    identifier: job.id,
    title: job.title,
    description: job.descriptionHtml === '' ? job.summary : job.descriptionHtml,
    datePosted: job.postedAt ?? job.firstSeenAt,
    ...(job.validUntil === null || !isStated('validUntil') ? {} : { validThrough: job.validUntil }),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name ?? 'not stated',
      ...(company.url === null ? {} : { sameAs: company.url }),
      ...(company.logoUrl === null ? {} : { logo: company.logoUrl }),
    },
    ...(location.text === null ? {} : { jobLocation: placeOf(location) }),
    ...(job.workplace === 'remote' && isStated('workplace') ? { jobLocationType: 'TELECOMMUTE' } : {}),
    ...(job.jobType === null || !isStated('jobType') ? {} : { employmentType: employmentTypes[job.jobType] }),
    ...(salary === null || !isStated('salary') ? {} : payOf(salary)),
    url: job.url,
  };
}

function placeOf({ city, region, country }: WholeJob['location']): Record<string, unknown> {
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      ...(city === null ? {} : { addressLocality: city }),
      ...(region === null ? {} : { addressRegion: region }),
      ...(country === null ? {} : { addressCountry: country }),
    },
  };
}

function payOf({ min, max, currency, per }: Salary): Record<string, unknown> {
  if (currency === null || per === null) return {};
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency,
      value: {
        '@type': 'QuantitativeValue',
        ...(min === null ? {} : { minValue: min }),
        ...(max === null ? {} : { maxValue: max }),
        unitText: per.toUpperCase(),
      },
    },
  };
}
