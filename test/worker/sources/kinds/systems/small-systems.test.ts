/** Answers in the shapes that were recorded of smaller systems. */
import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, recordsOf } from '../../../../lib/open-kind.js';

describe('applicantpro', () => {
  const kind = openKind({ kind: 'applicantpro', company: 'kiln' });
  const job = {
    ...{ id: 4_124_001, title: 'Potter', city: 'Brea', abbreviation: 'CA', iso3: 'USA', stateName: 'California' },
    ...{ classification: 'Operations', orgTitle: 'Glazing', parentTitle: 'Product', siteId: 19_218 },
    ...{
      startDateRef: 'Jun 22, 2026',
      endDateRef: 'Jun 22, 2031',
      workplaceType: 'Onsite',
      employmentType: 'Full Time',
    },
    ...{ payTypeFrame: 'per year', minSalary: '110,000', maxSalary: '140,000', payDetails: 'DOE', jobCategory: null },
    ...{ jobLocation: 'Brea, CA, USA, 92821', jobUrl: 'https://kiln.applicantpro.com/jobs/4124001' },
  };
  const list = (...jobs: unknown[]) => ({ success: true, message: '', data: { jobs, jobCount: jobs.length } });

  test.each([
    [
      '<title>Job Listings - Kiln &amp; Sons Jobs</title><script>({ componentData: { domainId : 19218 } })</script>',
      'Kiln & Sons',
    ],
    ['<script>window.courierCurrentRouteData={"domain_id":"19218"}</script>', 'kiln'],
  ])('takes the number of the board and the company from %s', (page, name) => {
    const [ask] = kind.read(page).follow;
    expect(ask?.url).toBe('https://kiln.applicantpro.com/core/jobs/19218?getParams=%7B%7D');
    const [detail] = kind.read(list(job), ask).follow;
    expect(detail?.url).toBe('https://kiln.applicantpro.com/core/jobs/19218/4124001/job-details');
    expect(detail?.listed?.company.name).toBe(name);
  });

  test('reads pay, place and day; the unit of the company is no company', () => {
    const [ask] = kind.read('<script>domainId: 19218</script>').follow;
    const [detail] = kind.read(list(job), ask).follow;
    const text = {
      id: 4_124_001,
      benefits: 'Medical',
      advertisingDescriptionHtml: '<p>Throw pots.</p>',
      description: 7,
    };
    const [record] = recordsOf(kind.read({ success: true, data: text }, detail));
    expect(record).toMatchObject({
      company: { name: 'kiln' },
      location: { city: 'Brea', region: 'CA', country: 'US' },
      salary: { min: 110_000, max: 140_000, per: 'year' },
      workplace: 'on site',
      jobType: 'full time',
      postedAt: expect.stringMatching(/^2026-06-2[12]/),
      description: 'Throw pots.',
      tags: expect.arrayContaining(['Glazing', 'Operations']),
    });
  });
});

describe('jobscore', () => {
  const { read } = openKind({ kind: 'jobscore', board: 'reef' });
  const job = (id: string, remote: unknown, more: object = {}) => ({
    ...{ id, title: 'Diver', detail_url: `https://careers.jobscore.com/careers/reef/jobs/diver-${id}?ref=rss`, remote },
    ...{ city: 'Mobile', state: 'AL', country: 'US', location: 'Mobile, AL, US', job_type: 'Full Time' },
    ...{ experience_level: 'Mid-Level', opened_date: '2026-03-31T17:04:28.293Z', description: '<p>Dive.</p>', ...more },
  });

  test.each([
    ['No | Must be able to work onsite all of the time', ['on site']],
    ['Yes | Can work remotely all of the time', ['remote']],
    ['Yes | Can work remotely some of the time', ['hybrid']],
    ['Yes', ['remote']],
    [true, ['remote']],
    [{}, []],
  ])('reads the workplace %j', (remote, workplace) => {
    const { postings } = read({ company_name: 'Reef, Inc.', jobs: [job('d1', remote, { location: {} })] });
    expect(postings).toMatchObject([{ workplace, company: { name: 'Reef, Inc.' }, places: [{ city: 'Mobile' }] }]);
  });
});

describe('welcomekit', () => {
  const { read } = openKind({ kind: 'welcomekit', organization: 'Pg4eV6k' });
  const job = (salary: unknown) => ({
    ...{ id: 42, reference: 'FOUR_Nb1', name: 'Boulanger', slug: 'boulanger_paris', description: '<p>Pétrir.</p>' },
    ...{ published_at: '2026-10-19T16:18:32.570+02:00', profile: '<p>Matinal.</p>', salary },
    ...{
      contract_type: { fr: 'CDI', en: 'Full-Time', es: 'Contrato indefinido' },
      department: { id: 9, name: 'Four ' },
    },
    office: { id: 1, name: 'Paris', zip_code: '75002', city: 'Paris', country: { fr: 'France', en: 'France' } },
    websites_urls: [{ website_reference: 'wttj_fr', url: 'https://www.welcometothejungle.com/companies/four/jobs/b' }],
  });

  test('reads pay, and none where its period is "none"', () => {
    const pay = { min: '30000', max: '40000', currency: 'EUR', period: 'yearly' };
    const none = { min: null, max: null, currency: 'EUR', period: 'none' };
    const [paid, unpaid] = recordsOf(read({ name: 'Four', jobs: [job(pay), job(none)] }));
    expect(paid).toMatchObject({
      salary: { min: 30_000, max: 40_000, currency: 'EUR', per: 'year' },
      jobType: 'full time',
    });
    expect(unpaid).toMatchObject({ salary: null, location: { city: 'Paris', country: 'FR' } });
  });
});

describe('recruiterbox', () => {
  const { asks, read } = openKind({ kind: 'recruiterbox', company: 'loom' });
  const notice =
    '<h1>Inactive account.</h1><p>This employer is no longer using Trakstar Hire to collect applications.</p>';

  test('reads the openings of a company alone whose page does not say that it has left', () => {
    expect(asks()[0]?.url).toBe('https://loom.hire.trakstar.com/');
    const [list] = read('<html><title>Loom</title></html>').follow;
    expect(list?.url).toBe('https://jsapi.recruiterbox.com/v1/openings?client_name=loom&limit=100&offset=0');
    const opening = { id: 'fk1', title: 'Weaver', location: { city: 'Cork', state: null }, team: {}, tags: [] };
    expect(read({ meta: { offset: 0, limit: 100, total: 1 }, objects: [opening] }, list).postings).toMatchObject([
      { title: 'Weaver', url: 'https://loom.hire.trakstar.com/jobs/fk1/', places: [{ city: 'Cork' }], tags: [] },
    ]);
    expect(() => read(notice)).toThrow('no longer uses Trakstar Hire');
  });
});

describe('polymer', () => {
  const { read } = openKind({ kind: 'polymer', board: 'lab' });
  const job = {
    ...{ id: 7, title: 'Chemist', display_location: 'Bath, UK', remoteness_pretty: 'Hybrid', kind_pretty: 'Full-time' },
    ...{ salary_pretty: '£40,000 – £50,000 a year', published_at: '2026-10-01T08:00:00Z' },
  };

  test('reads pay, and names the job it cannot read by its id', () => {
    const { follow, flaws, unread } = read({
      items: [job, { ...job, id: 8, title: null }],
      meta: { is_last: true, organization_name: 'Lab' },
    });
    expect(follow).toHaveLength(1);
    expect(flaws).toHaveLength(1);
    expect(unread).toContain('8');
    const [record] = recordsOf(read({ title: 'Chemist', description: '<p>Mix.</p>', department: [] }, follow[0]));
    expect(record).toMatchObject({ salary: { min: 40_000, max: 50_000, currency: 'GBP' }, workplace: 'hybrid' });
  });

  test('does not take a page for the last that does not say so', () => {
    expectChanged(() => read({ items: [job], meta: {} }), 'an object with a flag "meta.is_last"', '{"items"');
  });
});

describe('gupy-board', () => {
  const { read } = openKind({ kind: 'gupy-board', company: 'moinho' });
  const page = (pageProps: object) =>
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script>`;

  test('reads all sections of a job, under the name that the company publishes', () => {
    const workplace = { address: { city: 'Recife', state: 'Pernambuco', country: 'Brasil' }, workplaceType: 'on-site' };
    const careerPage = { name: 'Moinho - O melhor pão', publicationName: 'Moinho' };
    const [ask] = read(
      page({ jobs: [{ id: 1, title: 'Padeiro', type: 'vacancy_type_effective', workplace }], careerPage }),
    ).follow;
    const job = {
      name: 'Padeiro',
      description: '<p>Nós.</p>',
      responsibilities: '<p>Assar.</p>',
      relevantExperiences: '<p>Pão grátis.</p>',
    };
    expect(read(page({ job: { ...job, prerequisites: {} } }), ask).postings).toMatchObject([
      { company: { name: 'Moinho' }, descriptionHtml: '<p>Nós.</p>\n<p>Assar.</p>\n<p>Pão grátis.</p>' },
    ]);
  });
});

describe('paylocity', () => {
  const { read } = openKind({ kind: 'paylocity', board: '0b3b2a1c-8f7e-4f0a-9b6d-2f1e5a4c3d21' });

  test('leaves out what is for colleagues alone, and keeps a job that does not state it', () => {
    const job = (JobId: number, more: object) => ({ JobId, JobTitle: `Welder ${JobId}`, JobLocation: null, ...more });
    const jobs = [
      job(1, { IsInternal: true }),
      job(2, { IsInternal: false }),
      job(3, { IsInternal: 'no' }),
      job(4, {}),
    ];
    const { follow } = read(
      `<script>window.pageData = ${JSON.stringify({ ModuleTitle: 'Forge', Jobs: jobs })};</script>`,
    );
    expect(follow.map(({ listed }) => listed?.title)).toEqual(['Welder 2', 'Welder 3', 'Welder 4']);
  });
});
