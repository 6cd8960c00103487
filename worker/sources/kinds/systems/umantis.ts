import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { AnyNode } from 'domhandler';
import { z } from 'zod';
import { parseMarkup } from '../../../structured-data/parse-markup.js';
import { careerHost, companyName } from '../../parse/board-settings.js';
import { refuseBlocked } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeText } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, pageAt, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('umantis'), host: careerHost, companyName });
type Settings = z.infer<typeof settings>;

/** Postings per page, unless the customer has chosen another number. */
const pageSize = 10;

/** Addresses on earlier pages: requesting a page beyond the last one repeats the last one. */
type Memo = { page: number; seen: readonly string[] };

/** The labels of a row's columns, in the languages of the sites. */
const placeLabel = /^(?:anstellungsort|arbeitsort|standort|ort|location|lieu|localité|località|luogo|sede)\s*:?$/i;

const typeLabel = /^(?:art|beschäftigungsart|employment (?:category|type)|type d.emploi|tipo di impiego)\s*:?$/i;

/**
 * A company's openings on Umantis (Abacus Umantis, formerly Haufe): the table at /Jobs/All, in pages of ten. Each
 * customer designs its own posting pages, so their texts are not read.
 */
export const umantis = defineKind({
  kind: 'umantis',
  summary: 'Openings on Umantis (Abacus), by the career site’s table, without texts.',
  evidence: {
    requests: ['GET {host}/Jobs/All[?tc{table}=p{page}]'],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/umantis.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-umantis/src/umantis.service.ts)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    { address: '{_company}.umantis.com', settings: { host: '{_company}.umantis.com' } },
    { address: '{_company}.de.umantis.com', settings: { host: '{_company}.de.umantis.com' } },
    { address: '{_company}.ch.umantis.com', settings: { host: '{_company}.ch.umantis.com' } },
    '{host}/Jobs/All',
  ],
  pageMarks: [{ text: 'globalUmantisParams', settings: { host: '{host}' } }],
  settings,
  defaults: { perMinute: 30 },
  absence: 'uncertain',
  requests: (chosen) => [listRequest(chosen, { page: 1, seen: [] }, null)],
  parse(response, request, chosen) {
    const { page, seen } = request.memo as Memo;
    const markup = parseMarkup(response.body);
    const postings = readRows(markup, chosen);
    const table = /TableNr(?:"|&quot;):\s?(?:"|&quot;)(\d{1,15})/.exec(response.body)?.[1] ?? null;
    if (
      postings.length === 0 &&
      page === 1 &&
      table === null &&
      markup('[class*=tableaslist], [class*=table-as-list]').length === 0
    ) {
      refuseBlocked(response);
      throw sourceChanged('a table of openings', `"${response.body.trim().slice(0, 60)}"`);
    }
    const fresh = postings.filter(({ url }) => !seen.includes(url));
    const memo = { page: page + 1, seen: [...seen, ...fresh.map(({ url }) => url)] };
    return { postings: fresh, follow: fresh.length > 0 && table !== null ? [listRequest(chosen, memo, table)] : [] };
  },
});

const originOf = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

const listRequest = (chosen: Settings, memo: Memo, table: string | null): PageRequest =>
  pageAt(`${originOf(chosen)}/Jobs/All${table === null ? '' : `?tc${table}=p${memo.page}`}`, { memo });

function readRows(markup: CheerioAPI, chosen: Settings): Posting[] {
  return markup('a.HSTableLinkSubTitle[href*="/Vacancies/"]')
    .toArray()
    .flatMap((element): Posting[] => {
      const link = markup(element);
      const [, path = '', id = ''] =
        /(\/Vacancies\/(\d{1,12})\/Description\/\d{1,3})/.exec(link.attr('href') ?? '') ?? [];
      const title = link.text().replace(/\s+/g, ' ').trim();
      if (id === '' || title === '') return [];
      const row = link.closest('tr');
      return [
        {
          ...emptyPosting(title, `https://${chosen.host}${path}`),
          sourceJobId: id,
          company: companyNamed(chosen.companyName ?? null),
          places: placeText(columnOf(markup, row, { icon: 'icon-department', label: placeLabel })),
          jobType: listOf(columnOf(markup, row, { icon: 'icon-jobtype', label: typeLabel })),
        },
      ];
    });
}

/** The value of a row's column, which an icon or a label identifies. */
function columnOf(
  markup: CheerioAPI,
  row: Cheerio<AnyNode>,
  { icon, label }: { icon: string; label: RegExp },
): string | null {
  for (const element of row.find('li').toArray()) {
    const column = markup(element);
    const isIt =
      column.find(`i.${icon}`).length > 0 || label.test(column.find('.visually-hidden').first().text().trim());
    const value = column.find('.column-value').first().text().replace(/\s+/g, ' ').trim();
    if (isIt && value !== '') return value;
  }
  return null;
}
