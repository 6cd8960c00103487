/** Answers in the shapes that were recorded of real services, for kinds without a test of their own. */
import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, recordsOf } from '../../../../lib/open-kind.js';

describe('gupy', () => {
  const { asks, read } = openKind({ kind: 'gupy', company: 'Moinho' });
  const job = (id: number) => ({
    ...{ id, name: 'Padeiro', jobUrl: `https://moinho.gupy.io/job/${id}`, careerPageName: 'Moinho' },
    ...{ type: 'vacancy_type_effective', workplaceType: 'hybrid', isRemoteWork: false },
    ...{ city: 'Recife', state: 'Pernambuco', country: 'Brasil', publishedDate: '2026-10-01T08:00:00.000Z' },
  });
  const page = (from: number, count: number, total: number) => ({
    data: Array.from({ length: count }, (_, at) => job(from + at)),
    pagination: { total, limit: 100, offset: from },
  });

  test('goes on after a full page, whose size is stated as the total', () => {
    const [second] = read(page(0, 100, 100)).follow;
    expect(second?.url).toContain('&offset=100&careerPageName=Moinho');
    expect(read(page(100, 3, 3), second).follow).toEqual([]);
  });

  test('ends before the offset that the interface refuses, and says that there is more', () => {
    const [first] = asks();
    const last = { ...first, memo: { page: 99, read: 9900, narrow: {} } } as typeof first;
    expect(read(page(9900, 100, 40_000), last)).toMatchObject({ follow: [], truncated: true });
  });
});

describe('teaching-vacancies', () => {
  const { source, read } = openKind({ kind: 'teaching-vacancies' });
  const vacancy = (more: object = {}) => ({
    ...{
      '@type': 'JobPosting',
      title: 'Teacher of Music',
      url: 'https://teaching-vacancies.service.gov.uk/jobs/music',
    },
    ...{
      datePosted: '2026-10-01T08:00:00+01:00',
      validThrough: '2026-12-01T12:00:00+00:00',
      employmentType: 'PART_TIME',
    },
    hiringOrganization: { '@type': 'Organization', name: 'Harp School', identifier: '1', logo: '/x.png' },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Leeds', addressCountry: 'GB', postalCode: 'LS1' } },
    ...more,
  });
  const pay = (value: string, unitText: string) => ({
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'GBP',
      value: { '@type': 'QuantitativeValue', value, unitText },
    },
  });
  const page = (...data: unknown[]) => ({ data, links: { next: null }, meta: { totalPages: 1, count: data.length } });

  test('reads pay by the hour as such, and a year’s from its text', () => {
    const [hourly, yearly] = recordsOf(
      read(page(vacancy(pay('£12.71', 'HOUR')), vacancy(pay('£31,650 to £49,084', 'YEAR')))),
    );
    expect(hourly).toMatchObject({ salary: { min: 12.71, currency: 'GBP', per: 'hour' }, location: { city: 'Leeds' } });
    expect(yearly).toMatchObject({ salary: { min: 31_650, max: 49_084, per: 'year' }, validUntil: expect.any(String) });
  });

  test('closes no vacancy for one reading: its pages overlap', () => {
    expect(source.kind.absence).toBe('uncertain');
  });

  test('does not take a page for the last that does not say so', () => {
    expectChanged(() => read({ data: [vacancy()], links: {} }), 'an object with a text "links.next"', '{"data"');
  });
});

describe('jobtech', () => {
  const { read } = openKind({ kind: 'jobtech' });

  test('reads an ad whose page is not stated by its id', () => {
    const ad = {
      id: '30001',
      headline: 'Kock',
      logo_url: 'https://x.example/a.png',
      employer: { name: 'Gryta', url: null },
    };
    expect(read({ total: { value: 1 }, hits: [{ ...ad, workplace_address: 'Umeå' }] }).postings).toMatchObject([
      {
        url: 'https://arbetsformedlingen.se/platsbanken/annonser/30001',
        company: { name: 'Gryta', logoUrl: 'https://x.example/a.png' },
        places: [],
      },
    ]);
  });
});

describe('reliefweb', () => {
  const { read } = openKind({ kind: 'reliefweb', appName: 'acme-search' });

  test('reads an offer whose page is not stated by its id, and lists of names with one that is none', () => {
    const fields = { title: 'Logistician', url: null, country: [{ name: 'Kenya' }, { name: {} }], city: 'Nairobi' };
    expect(read({ totalCount: 1, data: [{ id: '4221', fields }] }).postings).toMatchObject([
      { url: 'https://reliefweb.int/node/4221', places: [{ country: 'Kenya', city: null }] },
    ]);
  });
});

describe('reed', () => {
  const { read } = openKind({ kind: 'reed', apiKey: 'key-12345678' });
  const job = {
    ...{ jobId: 57_000_001, employerId: 4, employerName: 'Vat & Barrel ', employerProfileId: null },
    ...{ jobTitle: 'Cooper', locationName: 'Burton-On-Trent', minimumSalary: 25_000.0, maximumSalary: 30_000.0 },
    ...{ currency: 'GBP', expirationDate: '21/12/2026', date: '09/11/2026', applications: 45 },
    ...{ jobDescription: 'You make casks &amp; mend them. ', jobUrl: 'https://www.reed.co.uk/jobs/cooper/57000001' },
  };

  test('reads every stated field, the days as in Britain', () => {
    const [record] = recordsOf(read({ results: [job], ambiguousLocations: [], totalResults: 1 }));
    expect(record).toMatchObject({
      title: 'Cooper',
      company: { name: 'Vat & Barrel' },
      location: { country: 'GB' },
      salary: { min: 25_000, max: 30_000, currency: 'GBP', per: 'year' },
      postedAt: expect.stringMatching(/^2026-11-09/),
      validUntil: expect.stringMatching(/^2026-12-21/),
      description: 'You make casks & mend them.',
    });
  });
});
