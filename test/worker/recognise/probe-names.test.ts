import { describe, expect, it } from '@jest/globals';
import { decodePage } from '../../../worker/fetch/decode-page.js';
import type { GetPage, PageReader } from '../../../worker/recognise/get-page.js';
import { likelyNames, probeNames } from '../../../worker/recognise/probe-names.js';
import { SourceError, type SourceFailure } from '../../../worker/sources/source.js';

type Answer = string | SourceFailure | { leadsTo: string };

/** Systems that answer as `answers` says, by a part of the address; 404 to every other request. */
function systems(answers: [part: string, answer: Answer][]): { get: GetPage; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get({ url }) {
      asked.push(url);
      const answer = answers.find(([part]) => url.includes(part))?.[1] ?? 'gone';
      if (typeof answer === 'object') return page(answer.leadsTo, '<h1>Find jobs</h1>');
      if (!/[{<]/.test(answer)) throw new SourceError(answer as SourceFailure, 'The system answered otherwise.');
      return page(url, answer);
    },
  };
}

const page = (url: string, body: string) => ({ url, body, contentType: 'application/json', rendered: false });

const job = (id: number) => ({
  ...{ id, title: 'Welder', absolute_url: `https://job-boards.greenhouse.io/acmerobotics/jobs/${id}` },
  company_name: 'Acme Robotics',
});
const greenhouse = 'boards-api.greenhouse.io/v1/boards';
const nobody = `${greenhouse}/no-such-company`;
const noJobs = '{"jobs": []}';

/** Parses in this thread. */
const parse: PageReader['parse'] = async ({ kind, settings }, { response, request }) =>
  kind.parse(decodePage(response, request), request, settings);

async function probed(answers: [string, Answer][]) {
  const { get, asked } = systems(answers);
  const boards = await probeNames('Acme Robotics GmbH', { get, parse });
  return {
    asked,
    boards: boards.map(({ kind, settings, state, postings, company }) => [
      ...[kind.kind, Object.values(settings)[0], state, postings, company],
    ]),
  };
}

it('the likely names of a company leave out its legal form and marks', () => {
  expect(likelyNames('Acme Robotics GmbH')).toEqual(['acmerobotics', 'acme-robotics']);
  expect(likelyNames('Müller & Söhne')).toEqual(['mullersohne', 'muller-sohne']);
  expect(likelyNames('!')).toEqual([]);
});

describe('a board that answers to a likely name', () => {
  it('is shown with its postings and whose they are, and no further system is asked', async () => {
    const { boards, asked } = await probed([
      [`${greenhouse}/acmerobotics/`, JSON.stringify({ jobs: [job(1), job(2)] })],
    ]);
    expect(boards).toEqual([['greenhouse', 'acmerobotics', 'living', 2, 'Acme Robotics']]);
    expect(asked.at(-1)).toContain('greenhouse');
  });

  it('and has no postings exists where a name of nobody is answered in another way', async () => {
    const { boards } = await probed([[`${greenhouse}/acme-robotics/`, noJobs]]);
    expect(boards).toEqual([['greenhouse', 'acme-robotics', 'empty', 0, null]]);
  });

  it('is none where the system answers to every name with an empty list', async () => {
    const { boards, asked } = await probed([
      ['api.ashbyhq.com/posting-api/job-board/', noJobs],
      [greenhouse, noJobs],
    ]);
    expect(boards).toEqual([]);
    expect(asked.filter((url) => url.includes('job-board/no-such-company'))).toHaveLength(2);
  });

  it('is none where it leads to the front page of the system', async () => {
    expect((await probed([[greenhouse, { leadsTo: 'https://www.greenhouse.com/' }]])).boards).toEqual([]);
  });

  it.each<[string, Answer, boolean]>([
    ['is not there', 'gone', true],
    ['is refused', 'refused', true],
    ['leads to the front page', { leadsTo: 'https://www.greenhouse.com/' }, true],
    ['has another shape', '{"status": 404}', true],
    ['takes too long', 'timeout', false],
    ['is refused by a limit of requests', 'rate-limited', false],
    ['is an error of the system', 'broken', false],
    ['is forbidden by robots.txt', 'forbidden', false],
  ])('and has no postings, while a name of nobody %s', async (_, answer, exists) => {
    const { boards } = await probed([
      [nobody, answer],
      [`${greenhouse}/acmerobotics/`, noJobs],
    ]);
    expect(boards).toHaveLength(exists ? 1 : 0);
  });
});
