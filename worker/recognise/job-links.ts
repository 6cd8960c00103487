import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { speaksOfJobs } from './careers-words.js';

/** Links from a page to its postings: a selector, the links' elements and their distinct addresses. */
export type JobLinks = { selector: string; elements: Element[]; urls: string[] };

/** Fewer links of one pattern are not a list. */
const fewest = 2;

/** Finds the links to postings: of the directories with a word for jobs, the one with most links to different pages. */
export function findJobLinks(page: CheerioAPI, base: string): JobLinks | null {
  const pageUrl = new URL(base);
  const byDirectory = new Map<string, Map<string, Element>>();
  page<Element, string>('a[href]').each((_, element) => {
    const href = page(element).attr('href') ?? '';
    if (!URL.canParse(href, base)) return;
    const url = new URL(href, base);
    url.hash = '';
    if (url.host !== pageUrl.host || url.pathname === pageUrl.pathname) return;
    const directory = /^(\/(?:[^/]+\/)*)[^/]+\/?$/.exec(url.pathname)?.[1] ?? '/';
    if (directory === '/' || !speaksOfJobs(directory) || !/\d|-/.test(url.pathname.slice(directory.length))) return;
    const links = byDirectory.get(directory) ?? new Map<string, Element>();
    if (!links.has(url.href)) links.set(url.href, element);
    byDirectory.set(directory, links);
  });
  const [largest] = [...byDirectory].sort((a, b) => b[1].size - a[1].size);
  if (largest === undefined || largest[1].size < fewest || largest[0].includes('"')) return null;
  const [directory, links] = largest;
  const elements = [...links.values()];
  // Pages write their links as a path or as a full address; they share the directory.
  const shared = elements.every((element) => (page(element).attr('href') ?? '').includes(directory));
  if (!shared) return null;
  return { selector: `a[href*="${directory}"]`, elements, urls: [...links.keys()] };
}
