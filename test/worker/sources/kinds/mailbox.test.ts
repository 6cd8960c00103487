import { expect, test } from '@jest/globals';
import { decodeMails, packMails } from '../../../../worker/mail/packed-mails.js';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import type { PageRequest, ParsedPage } from '../../../../worker/sources/source.js';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../lib/open-kind.js';
import { readFixtureBytes } from '../../../lib/read-fixture.js';

const kind = openKind({ kind: 'mailbox', files: '/var/mails' });
const [ask] = kind.asks() as [PageRequest];

/** Reads mails, newest first, as a worker does. */
async function readMails(...mails: (string | Buffer)[]): Promise<ParsedPage> {
  const raw = mails.map((mail) => (typeof mail === 'string' ? readFixtureBytes(`mails/${mail}.eml`) : mail));
  const response = { url: ask.url, contentType: '', body: packMails(raw, 0), rendered: false };
  const { body } = await decodeMails(response, ask);
  return kind.read(String(body));
}

const named = (name: string | null) => ({ name, url: null, logoUrl: null });
const pay = (text: string) => ({ text, min: null, max: null, currency: null, per: null });

test('alerts of LinkedIn are read from their text, with public addresses in place of personal ones', async () => {
  const { postings, flaws, doubts } = await readMails('linkedin');
  expect([flaws, doubts]).toEqual([[], []]);
  expect(postings).toEqual([
    posting({
      title: 'Night Baker (all genders)',
      url: 'https://www.linkedin.com/jobs/view/4000000001/',
      sourceJobId: 'linkedin-4000000001',
      company: named('Crust & Co'),
      places: [inText('Lyon, Auvergne-Rhône-Alpes, France')],
      postedAt: '2026-11-03T05:10:00.000Z',
    }),
    posting({
      title: 'Pastry Cook',
      url: 'https://www.linkedin.com/jobs/view/4000000002/',
      sourceJobId: 'linkedin-4000000002',
      company: named("Miller's Bakery"),
      places: [inText('Villeurbanne (Hybrid)')],
      postedAt: '2026-11-03T05:10:00.000Z',
      descriptionText: '12 school alumni\nApply with resume & profile',
    }),
  ]);
});

test('without a text part they are read from their HTML', async () => {
  const mail = readFixtureBytes('mails/linkedin.eml').toString('latin1');
  const html = Buffer.from(mail.replace('Content-Type: text/plain', 'Content-Type: text/calendar'), 'latin1');
  const { postings } = await readMails(html);
  expect(
    postings.map(({ title, company, places, salary }) => [title, company.name, places[0]?.text, salary?.text]),
  ).toEqual([
    ['Night Baker (all genders)', 'Crust & Co', 'Lyon, Auvergne-Rhône-Alpes, France', undefined],
    ['Pastry Cook', "Miller's Bakery", 'Villeurbanne (Hybrid)', '€2,100 - €2,400 / month'],
  ]);
});

test('alerts of Indeed are read with pay and the beginning of the text; a sponsored link stays as it is', async () => {
  const { postings } = await readMails('indeed');
  expect(postings).toEqual([
    posting({
      title: 'Early Shift Baker',
      url: 'https://uk.indeed.com/viewjob?jk=0123456789abcdef',
      sourceJobId: 'indeed-0123456789abcdef',
      company: named('Rise - Shine Bakery'),
      places: [inText('Leeds')],
      salary: pay('£12.50 - £13.20 an hour'),
      postedAt: '2026-11-04T07:00:00.000Z',
      descriptionText: 'Easily apply\nYou bake sourdough from four in the morning…\nJust posted',
    }),
    posting({
      title: 'Oven Hand',
      url: 'https://uk.indeed.com/pagead/clk/dl?mo=r&ad=-6NYlbfkN0PERSONAL',
      sourceJobId: expect.stringMatching(/^indeed-[\w-]{16}$/) as unknown as string,
      company: named('Tin Loaf Ltd'),
      places: [inText('Wakefield')],
      postedAt: '2026-11-04T07:00:00.000Z',
      descriptionText: 'You mind the ovens.\n3 days ago',
    }),
  ]);
});

test('alerts of Glassdoor state the company first, with or without its rating on a line of its own', async () => {
  const { postings } = await readMails('glassdoor');
  expect(postings).toMatchObject([
    {
      title: 'Bread Scientist',
      url: 'https://www.glassdoor.com/partner/jobListing.htm?jobListingId=1009000000001',
      sourceJobId: 'glassdoor-1009000000001',
      company: { name: 'Yeast Labs' },
      places: [{ text: 'Austin, TX' }],
      salary: { text: '$70K - $90K (Employer est.)' },
    },
    { title: 'Baker', company: { name: 'Crumb Inc.' }, places: [{ text: 'Remote' }], salary: null },
  ]);
  expect(postings).toHaveLength(2);
});

test('alerts of StepStone are read by their bold titles, without badges, icons and buttons', async () => {
  const { postings } = await readMails('stepstone');
  expect(postings).toMatchObject([
    {
      title: 'Bäckermeister (m/w/d)',
      url: 'https://click.stepstone.de/f/a/PERSONAL2~~/x',
      company: { name: 'Mühlenbrot GmbH' },
      places: [{ text: 'Köln' }],
      salary: { text: '38.000 € - 44.000 €/Jahr' },
      descriptionText: 'Feste Anstellung',
    },
    {
      title: 'Konditor (m/w/d)',
      url: 'https://www.stepstone.de/stellenangebote--Konditor-m-w-d-Bonn-Zucker-AG--12345678-inline.html',
      sourceJobId: 'stepstone-12345678',
      company: { name: 'Zucker AG' },
      places: [{ text: 'Bonn' }],
    },
  ]);
  expect(postings).toHaveLength(2);
});

test('alerts of XING have the title above the link and the rest below', async () => {
  const { postings } = await readMails('xing');
  expect(postings).toMatchObject([
    {
      title: '(Junior) Bäcker (m/w/d)',
      url: 'https://www.xing.com/m/PERSONALAAAAAAAAAAAA1',
      company: { name: 'Ofenfrisch GmbH' },
      places: [{ text: 'Gelnhausen' }],
    },
    { title: 'Teigmacherin', company: { name: 'Institut für Brot gGmbH' }, places: [{ text: 'Heidelberg' }] },
  ]);
  expect(postings).toHaveLength(2);
});

test('a mail of any sender is read by its JobPostings', async () => {
  const { postings, flaws } = await readMails('json-ld');
  expect(postings).toMatchObject([
    {
      title: 'Miller',
      url: 'https://jobs.example/77',
      sourceJobId: '77',
      company: { name: 'Windmill' },
      places: [{ city: 'Ghent', country: 'BE' }],
      postedAt: '2026-11-08T08:00:00.000Z',
    },
  ]);
  expect(flaws).toEqual(['1 postings of a mail have no address.']);
});

test('a posting of several mails is one, with the date of the first', async () => {
  const again = Buffer.from(
    readFixtureBytes('mails/xing.eml')
      .toString('latin1')
      .replace('07 Nov', '09 Nov')
      .replaceAll('PERSONAL', 'ANOTHERX'),
    'latin1',
  );
  const { postings } = await readMails(again, 'xing');
  expect(postings.map(({ url, postedAt }) => [url, postedAt])).toEqual([
    ['https://www.xing.com/m/ANOTHERXAAAAAAAAAAAA1', '2026-11-07T04:30:00.000Z'],
    ['https://www.xing.com/m/ANOTHERXBBBBBBBBBBBB2', '2026-11-07T04:30:00.000Z'],
  ]);
});

test('a mail of a known site without postings raises a doubt, one of anybody else none', async () => {
  const other = Buffer.from(
    'From: friend@mail.example\nSubject: lunch\n\nhttps://www.linkedin.com/jobs/view/4000000009/\n',
  );
  const read = await readMails('welcome', other, Buffer.from('no mail at all'), Buffer.alloc(0));
  expect(read).toMatchObject({
    postings: [],
    flaws: [],
    doubts: ['1 mails of a known site state no posting in a known shape.'],
  });
});

test('no link of another host is taken for a posting, whatever its text', async () => {
  const mail = Buffer.from(
    'From: x@linkedin.com\nContent-Type: text/html\n\n<a href="https://evil.example/www.linkedin.com/jobs/view/4000000009/">Cook</a><p>A · B</p><a href="https://linkedin.com.evil.example/jobs/view/4000000009/">Cook</a><p>A · B</p><a href="javascript:1">Cook</a><p>A</p><p>B</p>',
  );
  expect((await readMails(mail)).postings).toEqual([]);
});

test('becomes records that hold every fact', async () => {
  const records = recordsOf(await readMails('linkedin', 'indeed', 'glassdoor', 'stepstone', 'xing', 'json-ld'));
  expect(records).toHaveLength(11);
  expect(records[0]).toMatchObject({
    title: 'Night Baker (all genders)',
    company: { name: 'Crust & Co' },
    location: { city: 'Lyon' },
  });
  const countries = records.filter(({ title }) => title !== 'Baker').map(({ location }) => location?.country);
  expect(countries).toEqual(['FR', 'FR', 'GB', 'GB', 'US', 'DE', 'DE', 'DE', 'DE', 'BE']);
  expect(records.find(({ title }) => title === 'Baker')).toMatchObject({ workplace: 'remote' });
});

test('its settings name a mail server with a login and a folder, or a folder of files; the login is secret', () => {
  const open = (entry: object) => () =>
    readSourcesFile(JSON.stringify({ sources: [{ id: 'x', kind: 'mailbox', ...entry }] }), 'test');
  const server = { host: 'imap.example.org', user: 'ann@example.org', password: 'secret 12345', folder: 'Alerts' };
  const [source] = open(server)();
  expect(source?.kind.requests(source.settings, {})).toEqual([
    {
      ...{ url: 'imaps://imap.example.org:993/', role: 'listing', accept: 'json' },
      mails: { from: 'server', days: 30, most: 200, port: 993, security: 'tls', ...server },
    },
  ]);
  expect(source?.redact('ann@example.org secret 12345')).not.toMatch(/ann|secret/);
  for (const wrong of [{}, { ...server, files: '/x' }, { ...server, folder: undefined }, { files: 'relative' }])
    expect(open(wrong)).toThrow(/sources\[0\]/);
});

test('reports what is no list of mails as changed', () => {
  expectChanged(() => kind.read({ mails: {} }), 'an object with a list "mails"', '{"mails":{}}');
});

test('a mail whose markup passes a limit is left out, and hides no other mail', async () => {
  const { postings } = await readMails('indeed');
  const type = 'Content-Type: text/html; charset=utf-8';
  const deep = Buffer.from(`From: alert@indeed.com\r\n${type}\r\n\r\n${'<div>'.repeat(1000)}`);
  const found = await readMails(deep, 'indeed', deep);
  expect(found.postings).toEqual(postings);
  expect(found.flaws).toEqual(['2 mails were left out: too large, too many, or not readable.']);
});
