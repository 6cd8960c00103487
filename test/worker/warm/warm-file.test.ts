import { describe, expect, test } from '@jest/globals';
import { inZone, nextRuns } from '../../../worker/process/job-schedulers.js';
import { readWarmFile } from '../../../worker/warm/warm-file.js';

const now = new Date('2026-11-21T09:00:00Z');
const budget = { top: 20, perMinute: 6 };
const read = (file: unknown) =>
  readWarmFile(typeof file === 'string' ? file : JSON.stringify(file), { origin: 'warm.json', budget, now });
const berlin = {
  name: 'berlin-typescript',
  search: { keyword: 'typescript', location: 'Berlin', jobType: 'Full-Time', limit: '50' },
  cron: '0 7 * * 1-5',
  timeZone: 'Europe/Berlin',
};

/** The error lines of a file. */
function mistakes(file: unknown): string[] {
  try {
    read(file);
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .split('\n')
      .map((line) => line.trim());
  }
  throw new Error('The file was taken.');
}

describe('a warm file', () => {
  test('is read as requests are: canonical words, without the page', () => {
    expect(read({ searches: [berlin, { name: 'all', search: {}, cron: '@daily' }], busiest: { top: 5 } })).toEqual({
      searches: [
        {
          name: 'berlin-typescript',
          subject: {
            ...{ keyword: 'typescript', location: 'Berlin', dateSincePosted: '', salary: '', jobType: 'full time' },
            ...{
              remoteFilter: '',
              experienceLevel: '',
              excludeCompanies: '',
              language: '',
              skills: '',
              label: '',
              sortBy: 'relevant',
            },
          },
          cron: '0 7 * * 1-5',
          timeZone: 'Europe/Berlin',
        },
        expect.objectContaining({ name: 'all', timeZone: 'UTC' }),
      ],
      busiest: { top: 5, perMinute: 6 },
    });
    expect(read({})).toEqual({ searches: [], busiest: budget });
  });

  test('with mistakes is refused with all of them, their places and the fixes', () => {
    expect(
      mistakes({
        serches: [],
        searches: [
          { ...berlin, search: { jobType: 'fultime', limt: '5' }, crn: '' },
          { ...berlin, cron: '0 7 * *', timeZone: 'Europe/Berln' },
          { ...berlin, name: 'Two Words', search: 'all', cron: 7 },
          'berlin',
        ],
        busiest: { top: -1, perMinut: 3 },
      }),
    ).toEqual([
      'warm.json is not a valid warm file:',
      'serches: no such member. Did you mean "searches"?',
      'searches[0].crn: no such member. Did you mean "cron"?',
      'searches[0].search.jobType: "fultime" is not a job type. Did you mean "full time"?',
      'searches[0].search.limt: There is no field "limt". Did you mean "limit"?',
      'searches[1].cron: "0 7 * *" has 4 fields; a cron pattern has five fields, "minute hour day month weekday", such as "0 7 * * 1-5".',
      'searches[1].timeZone: "Europe/Berln" is not a time zone such as "Europe/Berlin" or "UTC". Did you mean "Europe/Berlin"?',
      'searches[2].name: must be 1–40 small letters, digits or dashes. Got "Two Words".',
      'searches[2].search: Send one JSON object, such as {"keyword": "nurse"}.',
      'searches[2].cron: must be a cron pattern of five fields, "minute hour day month weekday", such as "0 7 * * 1-5".',
      'searches[3]: must be an object with name, search, cron, timeZone.',
      'busiest.perMinut: no such member. Did you mean "perMinute"?',
      'busiest.top: must be an integer from 0 to 500. Got -1.',
    ]);
  });

  test.each([
    ['{"searches": [', /^warm\.json is not valid JSON: /],
    [[], /^warm\.json must be an object: \{"searches": /],
    [{ searches: {} }, /searches: must be a list/],
    [{ searches: [berlin, berlin] }, /searches\[1\]\.name: "berlin-typescript" is taken\./],
    [{ searches: [{ ...berlin, name: undefined }] }, /searches\[0\]\.name: .* Got nothing\./],
    [{ searches: [{ ...berlin, cron: '0 25 * * *' }] }, /cron: "0 25 \* \* \*" is not a cron pattern .* 0-23/],
    [{ searches: [{ ...berlin, cron: '0 0 30 2 *' }] }, /cron: "0 0 30 2 \*" /],
    [{ searches: [{ ...berlin, cron: '* * * * * *' }] }, /has 6 fields/],
    [{ searches: [{ ...berlin, cron: 'H 7 * * *' }] }, /"H" is not supported/],
    [{ searches: [{ ...berlin, cron: '@dayly' }] }, /Did you mean "@daily"\?/],
    [{ searches: [{ ...berlin, timeZone: '+02:00' }] }, /timeZone: "\+02:00" is not a time zone/],
    [{ busiest: [] }, /busiest: must be \{"top": 20/],
  ])('%j is refused', (file, message) => {
    expect(mistakes(file).join('\n')).toMatch(message);
  });

  test.each(['US/Eastern', 'Asia/Kolkata', 'UTC', 'Etc/GMT+2'])('takes the time zone %s', (timeZone) => {
    expect(read({ searches: [{ ...berlin, timeZone }] }).searches[0]?.timeZone).toBe(timeZone);
  });
});

describe('the next runs', () => {
  const at = (iso: string) => ({ from: new Date(iso), count: 3 });

  test('follow the clock of their time zone when summer time begins and ends', () => {
    const daily = { cron: '30 7 * * *', timeZone: 'Europe/Berlin' };
    const spring = nextRuns(daily, at('2026-03-28T00:00:00Z')).map((run) => run.toISOString());
    expect(spring).toEqual(['2026-03-28T06:30:00.000Z', '2026-03-29T05:30:00.000Z', '2026-03-30T05:30:00.000Z']);
    const autumn = nextRuns(daily, at('2026-10-24T00:00:00Z')).map((run) => inZone(run, 'Europe/Berlin'));
    expect(autumn).toEqual([
      '2026-10-24 07:30 Europe/Berlin',
      '2026-10-25 07:30 Europe/Berlin',
      '2026-10-26 07:30 Europe/Berlin',
    ]);
  });

  const runsIn = (cron: string, iso: string) =>
    nextRuns({ cron, timeZone: 'Europe/Berlin' }, at(iso)).map((run) => run.toISOString());

  test('move a time that the change to summer time skips to the next hour', () => {
    expect(runsIn('30 2 * * *', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
  });

  test('come once at a time that the end of summer time repeats, and every hour when hourly', () => {
    expect(runsIn('30 2 * * *', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
      '2026-10-27T01:30:00.000Z',
    ]);
    expect(runsIn('0 * * * *', '2026-10-24T23:30:00Z')).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
  });

  test('skip weekends', () => {
    const [first] = nextRuns({ cron: berlin.cron, timeZone: berlin.timeZone }, at('2026-11-20T12:00:00Z'));
    expect(first?.toISOString()).toBe('2026-11-23T06:00:00.000Z');
  });
});
