/** A received request: its path with the query, and a body parsed as JSON. */
export type BoardRequest = { method: string; path: string; json: unknown; conditional: boolean };

/** An opening of a simulated board. `version` changes with its title and text. */
export type Opening = { id: number; version: number; title: string; text: string };

/** What a board has while it is asked. */
export type SimulatedBoard = { openings: readonly Opening[]; baseUrl: string };

/**
 * A board in the shape of one kind. Every opening is in Cork, Ireland, full time, of Acme and was posted on 2026-10-01, as far as
 * the kind states these facts.
 */
export type SimulatedKind = {
  kind: string;
  /** Settings of the source beside id, kind and baseUrl; of a kind that takes whole addresses, made from the board's. */
  settings?: object | ((baseUrl: string) => object);
  /** The body for a request: an object is sent as JSON, a text as HTML or XML, `null` as 404. */
  answer(request: BoardRequest, board: SimulatedBoard): unknown;
  /** Facts that this kind does not state. */
  lacks?: readonly Fact[];
  /** Openings of the board; by default a page and twenty more. */
  size?: number;
  /** Requests of a reading that are neither listing pages of postings nor details (a page that names the board's id). */
  extra?: number;
};

export type Fact = 'company' | 'city' | 'country' | 'jobType' | 'postedAt' | 'text';

export const openingOf = (id: number, version = 1): Opening => ({
  ...{ id, version, title: `Cook ${id} v${version}` },
  text: `You cook for ${id} guests, version ${version}.`,
});

/** A query parameter of a path, as a number; `fallback` when it is missing. */
export function numberIn(path: string, name: string, fallback = 0): number {
  const text = new URL(path, 'http://x').searchParams.get(name);
  return text === null ? fallback : Number(text);
}

/** The openings of a page. */
export const pageOf = ({ openings }: SimulatedBoard, from: number, size: number): readonly Opening[] =>
  openings.slice(from, from + size);

/** The opening whose id is the first match of a pattern in a path; `null` when there is none. */
export function openingAt({ openings }: SimulatedBoard, path: string, pattern: RegExp): Opening | null {
  const id = Number(pattern.exec(decodeURIComponent(path))?.[1]);
  return openings.find((each) => each.id === id) ?? null;
}

export const html = (text: string): string => `<p>${text}</p>`;

/** A page with the opening's JobPosting as JSON-LD. */
export function jobPage({ title, text }: Opening): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    description: html(text),
    datePosted: '2026-10-01',
    employmentType: 'FULL_TIME',
    hiringOrganization: { '@type': 'Organization', name: 'Acme' },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: 'Cork', addressCountry: 'IE' },
    },
  };
  return `<!doctype html><html><body><h1>${title}</h1><script type="application/ld+json">${JSON.stringify(data)}</script></body></html>`;
}
