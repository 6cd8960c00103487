import { parseAddress } from '../recognise/recognise-address.js';

/** How a list says a board is read, and what that tells of boards on hosts of the companies' own. */
type RecordedShape = {
  /** The list's word for it. */
  system: string;
  path: RegExp;
  /** An address of the same board that tells its system; absent = its page has to be read, whose mark tells it. */
  address?: (host: string) => string;
};

/**
 * What the list of colophon-group/jobseek records as "rss" are the feeds of career sites on Teamtailor (`/jobs.rss`) and SAP
 * SuccessFactors (`/googlefeed.xml`), which the path of their page tells apart.
 */
const shapes: readonly RecordedShape[] = [
  { system: 'rss', path: /^\/(?:[a-z]{2}\/)?jobs\/?$/, address: (host) => `${host}/jobs/show_more` },
  { system: 'rss', path: /^\/(?:[\w-]{1,20}\/)?search\/?$/, address: (host) => `${host}/search?createNewAlert=false` },
  { system: 'recruitee', path: /^\//, address: (host) => `${host}/api/offers` },
  { system: 'rss', path: /^\/$/ },
  { system: 'eightfold', path: /^\// },
  { system: 'phenom', path: /^\// },
  { system: 'talentbrew', path: /^\// },
];

/**
 * What a list's record of a board tells beyond its address: another address that does (`address`), that its page will (`page`), or
 * nothing (`null`).
 */
export function readRecorded(system: string, address: string): { address: string } | 'page' | null {
  const url = parseAddress(address);
  const shape =
    url === null ? undefined : shapes.find((each) => each.system === system && each.path.test(url.pathname));
  if (url === null || shape === undefined) return null;
  return shape.address === undefined ? 'page' : { address: shape.address(url.host) };
}
