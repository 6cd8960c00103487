import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type PageResponse } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruiter-co-kr'),
  company: subdomainOf('recruiter.co.kr'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

/** Times are those of Korea, without saying so. */
const moment = coerceText.transform((text) =>
  text !== null && /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}+09:00` : text,
);
const positionSchema = z.object({
  positionSn: neededId,
  title: neededText,
  careerType: coerceText,
  startDateTime: moment,
  endDateTime: moment.optional().transform((text) => text ?? null),
  workingAreaName: coerceText,
  tagList: z.array(z.object({ tagName: coerceText })).nullish(),
});
const pageSchema = z.object({ list: z.array(z.unknown()), pagination: z.object({ totalPages: z.number() }) });
const detailSchema = z.object({ jobDescription: coerceText, jobDescriptionType: coerceText, endDateTime: moment });

/** A company's positions on Recruiter (MIDAS IT, Korea): a list in pages of 100, and one request per position for its text. */
export const recruiterCoKr = defineKind({
  kind: 'recruiter-co-kr',
  summary: 'A company’s positions on Recruiter (recruiter.co.kr), by the public endpoints its career site is built on.',
  evidence: {
    requests: [
      'POST api-recruiter.recruiter.co.kr/position/v1/jobflex',
      'GET api-recruiter.recruiter.co.kr/position/v2/jobflex/{positionSn}',
    ],
    access: 'undocumented',
    robots:
      'That of api-recruiter.recruiter.co.kr forbids everything, as public code of October 2026 says; those of COMPANY.recruiter.co.kr allow the pages, which hold no postings.',
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/recruiter_co_kr.py)',
      'https://github.com/think33100-debug/potlab (tools/hosp/jobflex.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'The career site and what it loads are public and need no key; robots.txt is obeyed, so that nothing is read while that of the interface forbids it.',
  cost: { perRequest: pageSize, details: true },
  addresses: [{ address: '{company}.recruiter.co.kr', except: ['api-recruiter', 'infra1-static'] }],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, 1)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [withText(response, request)], follow: [] };
    const { list, pagination } = readShape(response, pageSchema, 'an object with list and pagination');
    const { follow, ...read } = readListed(list, positionSchema, (position) => detailRequest(position, chosen));
    const page = Number(request.memo);
    const next = list.length > 0 && page < pagination.totalPages ? [listRequest(chosen, page + 1)] : [];
    return { ...read, postings: [], follow: [...follow, ...next] };
  },
});

const originOf = ({ baseUrl = 'https://api-recruiter.recruiter.co.kr' }: Settings): string => baseUrl;

/** The interface serves all companies: this header names the one. */
const headersOf = ({ company }: Settings) => ({ prefix: `${company}.recruiter.co.kr` });

function listRequest(chosen: Settings, page: number): PageRequest {
  const all = { keyword: '', tagSnList: [], jobGroupSnList: [], careerTypeList: [], regionSnList: [] };
  const open = { submissionStatusList: ['IN_SUBMISSION'], openStatusList: ['OPEN'], resumeLanguageTypeList: [] };
  return {
    ...{ url: `${originOf(chosen)}/position/v1/jobflex`, method: 'POST', role: 'listing', accept: 'json' },
    headers: headersOf(chosen),
    json: { pageableRq: { page, size: pageSize, sort: ['CREATED_DATE_TIME'] }, filter: { ...all, ...open } },
    memo: page,
  };
}

function detailRequest(position: z.infer<typeof positionSchema>, chosen: Settings): PageRequest {
  const { positionSn: id } = position;
  return {
    ...{ url: `${originOf(chosen)}/position/v2/jobflex/${encodeURIComponent(id)}`, role: 'detail', accept: 'json' },
    headers: headersOf(chosen),
    listed: {
      ...emptyPosting(
        position.title,
        `https://${chosen.company}.recruiter.co.kr/career/jobs/${encodeURIComponent(id)}`,
      ),
      sourceJobId: id,
      company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
      places: placeText(position.workingAreaName),
      level: listOf(position.careerType),
      postedAt: position.startDateTime,
      validUntil: position.endDateTime,
      tags: listOf(...(position.tagList ?? []).map(({ tagName }) => tagName)),
    },
  };
}

function withText(response: PageResponse, { listed }: PageRequest): Posting {
  const detail = readStatedAnswer(response, detailSchema, 'a position with jobDescription');
  const isHtml = detail.jobDescriptionType === null || detail.jobDescriptionType === 'HTML';
  return {
    ...(listed ?? emptyPosting('', '')),
    validUntil: detail.endDateTime ?? listed?.validUntil ?? null,
    ...(isHtml ? { descriptionHtml: detail.jobDescription } : { descriptionText: detail.jobDescription }),
  };
}
