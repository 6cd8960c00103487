/** The boards of the catalogue that fit a search best, for people who do not choose one by one. */
import { parseLocation } from '../places/parse-location.js';
import { tableNames } from '../places/table-names.js';
import { companySizes } from '../words/company-sizes.js';
import { foldWord } from '../words/text.js';
import type { KnownBoard } from './known-boards.js';

/** Number of companies chosen. */
export const mostFitting = 50;

/** Of these, boards on one host: these are read one after the other, at the host's pace. */
const mostOfHost = 10;

/** Industries by the beginnings of words that are typical of their job titles. */
const industryWords: readonly (readonly [industry: string, beginnings: string])[] = [
  ['Cybersecurity', 'secur pentest cyber siem'],
  [
    'Healthcare',
    'nurs doctor physician medic clinic therap care pfleg krankenpfl altenpfl arzt infirm medecin enfermer sanit hebamme dental',
  ],
  ['Pharmaceuticals & Biotech', 'pharma bio chemi labor lab regulatory'],
  ['Financial Services', 'financ account bank credit audit risk trader actuar tax buchhalt comptab contab banquier'],
  ['Retail & E-commerce', 'retail shop store cashier merchand verkauf vendeu dependient ecommerce'],
  ['Energy', 'energy wind solar grid electric elektr'],
  ['Manufacturing', 'manufactur weld machin mechanic maschin production fertigung soud operario'],
  ['Automotive', 'automotiv vehicle car fahrzeug'],
  ['Robotics', 'robot mechatron'],
  ['Aerospace & Defense', 'aero space avion satellit defen'],
  ['Transportation & Logistics', 'driver logist warehous truck supply fahrer lager chauffeur conductor'],
  ['Hospitality & Tourism', 'chef cook waiter hotel restaur barista koch kellner cuisin cocin camarer'],
  ['Education', 'teach school professor lehr enseign profesor tutor erzieh'],
  ['Media & Entertainment', 'editor journal game video music redakt'],
  ['Real Estate & Construction', 'architect construct site civil bau immobil macon albanil'],
  ['Agriculture & Food', 'agri farm food bak'],
  ['Telecommunications', 'telecom network radio'],
  ['Non-profit', 'fundrais ngo charit'],
  ['Government & Public Sector', 'policy public govern'],
  ['Professional Services', 'consult lawyer legal recruit jurist abogad avocat anwalt'],
  [
    'Technology',
    'software develop engineer devops data frontend backend cloud product design program entwickl ingenieu sre qa',
  ],
];

/** Fitting boards, and the industries and countries they were chosen by. */
export type Fitting = { boards: KnownBoard[]; industries: string[]; countries: string[] };

/**
 * The boards of the companies that fit a role and a place best, one per company: of the role's industries, those in the
 * place's country first, then larger companies. Any industry fits a role without one.
 */
export function fittingBoards(boards: readonly KnownBoard[], search: { keyword: string; location: string }): Fitting {
  const words = search.keyword.split(/[^\p{L}\p{N}]+/u).map(foldWord);
  const industries = industryWords.flatMap(([industry, beginnings]) =>
    beginnings.split(' ').some((beginning) => words.some((word) => word.startsWith(beginning))) ? industry : [],
  );
  const countries = countriesOf(search.location);
  const rank = ({ industry, country, size }: KnownBoard): number =>
    (countries.includes(country ?? '') ? 100 : 0) +
    (industries.includes(industry ?? '') ? 200 : 0) +
    (size === null ? 0 : companySizes.indexOf(size));
  const chosen = new Map<string, KnownBoard>();
  const ofHost = new Map<string, number>();
  for (const board of boards.toSorted((one, other) => rank(other) - rank(one))) {
    const host = hostOf(board);
    const count = ofHost.get(host) ?? 0;
    const name = foldWord(board.name);
    if (chosen.has(name) || count >= mostOfHost) continue;
    chosen.set(name, board);
    ofHost.set(host, count + 1);
    if (chosen.size === mostFitting) break;
  }
  return { boards: [...chosen.values()], industries, countries };
}

/** The codes of the countries of a location's places, by their last part. */
const countriesOf = (location: string): string[] => [
  ...new Set(
    parseLocation(location).places.flatMap(({ parts }) =>
      (tableNames().meaning(parts.at(-1) ?? '') ?? '')
        .split('|')
        .flatMap((meaning) => /^(?:country|region|city) ([A-Z]{2})\b/.exec(meaning)?.[1] ?? []),
    ),
  ),
];

/** The last two labels of a board's host: its system, if companies have hosts of their own there. */
const hostOf = ({ board }: KnownBoard): string =>
  (board.replace(/^https?:\/\//, '').split('/', 1)[0] ?? '').split('.').slice(-2).join('.');
