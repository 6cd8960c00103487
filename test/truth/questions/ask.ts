import type { TestService } from '../../lib/start-service.js';
import type { Body } from '../meaning.js';

/** What a record says of when its opening was seen. */
export type Seen = { first: string; last: string; sameElsewhere: number | null };

/** A record of a response, as far as it is checked. */
export type Row = {
  id: string;
  title: string;
  company: { name: string | null };
  location: { text: string | null; city: string | null; region: string | null; country: string | null };
  workplace: string | null;
  jobType: string | null;
  experienceLevel: string | null;
  salary: { min: number | null; max: number | null; currency: string | null; per: string | null } | null;
  postedAt: string | null;
  url: string;
  source: string;
  alsoOn: { source: string; url: string }[];
  firstSeenAt: string;
  seen: Seen;
  label: string | null;
  evidence: Readonly<Record<string, string>>;
  match: { score: number; why: string[]; near?: boolean; inText?: boolean };
};
export type Report = { name: string; status: string; jobs: number; detail: string | null };
export type Page = { index: number; limit: number; count: number; total: number; exact?: number };

/** The complete result of a search, its pages joined. */
export type WholeAnswer = {
  status: number;
  /** The checked members of a problem. */
  problem: string;
  rows: Row[];
  total: number;
  exact: number | null;
  notices: string[];
  sources: Report[];
  /** What is wrong with the paging itself. */
  paging: string[];
};

export type Search = TestService['search'];

/** Sends searches to another address of the service that takes them. */
export const searchAt =
  ({ url }: Pick<TestService, 'url'>, path: string): Search =>
  async (body, headers) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

/** One page of a search, requested until it is complete; gives up after a minute. */
export async function askPage(search: Search, body: Body) {
  const end = Date.now() + 90_000;
  for (;;) {
    const { status, body: answer } = await search(body, { prefer: 'wait=60' });
    const again = status === 429 || status === 503 || status === 504 || (status === 200 && answer.partial === true);
    if (!again || Date.now() > end) return { status, answer };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** A search with all its pages, followed by `next` from page to page. */
export async function askWhole(search: Search, body: Body): Promise<WholeAnswer> {
  const whole: WholeAnswer = {
    status: 0,
    problem: '',
    rows: [],
    total: 0,
    exact: null,
    notices: [],
    sources: [],
    paging: [],
  };
  let next: Body | null = { ...body, limit: '100' };
  for (let index = 0; next !== null; index++) {
    const { status, answer } = await askPage(search, next);
    whole.status = status;
    if (status !== 200) return { ...whole, problem: `${answer.code}: ${answer.detail}` };
    const page = answer.page as Page;
    if (answer.partial) whole.paging.push(`still partial after 90 seconds: ${JSON.stringify(notOk(answer.sources))}`);
    if (page.index !== index || page.count !== answer.jobs.length || page.limit !== 100)
      whole.paging.push(`page ${index} calls itself ${JSON.stringify(page)} and has ${answer.jobs.length} jobs`);
    if (index > 0 && page.total !== whole.total) whole.paging.push(`total ${whole.total}, then ${page.total}`);
    whole.rows.push(...answer.jobs);
    Object.assign(whole, { total: page.total, exact: page.exact ?? null, notices: answer.notices });
    whole.sources = answer.sources;
    next = answer.next;
    if (next !== null && index >= 9) {
      whole.paging.push('"next" goes on beyond 1000 jobs');
      break;
    }
  }
  if (whole.rows.length !== Math.min(whole.total, 1000))
    whole.paging.push(`total ${whole.total}, but all pages together hold ${whole.rows.length}`);
  return whole;
}

/** Checks that one page of `limit` jobs is the expected slice of the complete result; returns the differences. */
export async function askSlice(
  search: Search,
  { body, limit, page, ids }: { body: Body; limit: number; page: number; ids: readonly string[] },
): Promise<string[]> {
  const { answer } = await askPage(search, { ...body, limit: String(limit), page: String(page) });
  const got = (answer.jobs as Row[]).map(({ id }) => id);
  const wanted = ids.slice(page * limit, (page + 1) * limit);
  const last = (page + 1) * limit >= Math.min(answer.page.total, 1000);
  const wrong = got.join() === wanted.join() ? [] : [`page ${page} of limit ${limit} is not its slice of the whole`];
  if ((answer.next === null) !== last && (page + 2) * limit <= 1000)
    wrong.push(`page ${page} of limit ${limit} has next ${JSON.stringify(answer.next)}`);
  return wrong;
}

const notOk = (sources: Report[]): string[] =>
  sources.filter(({ status }) => status !== 'ok').map(({ name, status, detail }) => `${name} ${status} ${detail}`);
