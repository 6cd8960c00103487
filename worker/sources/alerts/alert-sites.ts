/** The target of an alert's link: `id` is the site's own id of the posting, if the address states it. */
export type AlertLink = { id: string | null; url: string };

/** An alert's facts about a posting. `more`: the rest, such as pay and the beginning of the text. */
export type AlertFacts = { title: string; company: string; place: string; more: readonly string[] };

/** A site whose alerts are read: the forms of its links and mails. */
export type AlertSite = {
  name: string;
  /** The host of its senders' addresses. */
  sender: RegExp;
  /**
   * The posting that a link leads to; `null` = another page. A link with the posting's id is replaced by its public
   * address, since the rest of it identifies the reader of the mail and may log in whoever opens it.
   */
  linkOf(url: URL, isStrong: boolean): AlertLink | null;
  /** The form of postings in its plain text: all facts above the link, or the title above and the others below. */
  text?: { above(paragraphs: readonly string[][]): AlertFacts | null } | 'around';
  /** The form of postings in its HTML: the lines of one of them, from the first with its link. */
  card(lines: readonly string[]): AlertFacts | null;
  /** Its other links are parts of the posting that contains them. */
  linksWithin?: boolean;
};

const hostOf = (names: string): RegExp => new RegExp(`(?:^|\\.)(?:${names})$`);
const linkedinHost = hostOf('linkedin\\.com');
const indeedHost = hostOf('indeed\\.(?:com|[a-z]{2}|com?\\.[a-z]{2})');
const glassdoorHost = hostOf('glassdoor\\.(?:com|[a-z]{2}|com?\\.[a-z]{2})');
const stepstoneHost = hostOf('stepstone\\.[a-z]{2}');
const xingHost = hostOf('xing\\.com');

/** Title, company, place, and the rest. */
const inOrder = ([title = '', company = '', place = '', ...more]: readonly string[]): AlertFacts => ({
  title,
  company,
  place,
  more,
});

/** Title, then company and place on one line with `between`, or on two. */
function titleFirst(lines: readonly string[], between: string): AlertFacts {
  const [title = '', line = '', ...more] = lines;
  const at = line.lastIndexOf(between);
  if (at === -1) return inOrder(lines);
  return { title, company: line.slice(0, at), place: line.slice(at + between.length), more };
}

/** The sites; their forms come from public parsers of such mails. */
export const alertSites: readonly AlertSite[] = [
  {
    name: 'linkedin',
    sender: linkedinHost,
    linkOf({ hostname, pathname }) {
      const id = /\/jobs\/view\/(?:[^/]{0,300}-)?(\d{6,20})(?:\/|$)/.exec(pathname)?.[1];
      return linkedinHost.test(hostname) && id !== undefined
        ? { id, url: `https://www.linkedin.com/jobs/view/${id}/` }
        : null;
    },
    text: {
      above(paragraphs) {
        const facts = paragraphs.find(({ length }) => length >= 3);
        return facts === undefined ? null : inOrder(facts);
      },
    },
    card: (lines) => titleFirst(lines, '·'),
  },
  {
    name: 'indeed',
    sender: indeedHost,
    linkOf({ origin, hostname, pathname, searchParams, href }) {
      if (!indeedHost.test(hostname) || !/^\/(?:rc\/clk|pagead\/clk|viewjob|f\/a\/)/.test(pathname)) return null;
      const id = /^[0-9a-f]{16}$/.exec(searchParams.get('jk') ?? '')?.[0] ?? null;
      return { id, url: id === null ? href : `${origin}/viewjob?jk=${id}` };
    },
    text: {
      above(paragraphs) {
        const facts = paragraphs.findLast(([, line]) => line?.includes(' - '));
        return facts === undefined ? null : titleFirst(facts, ' - ');
      },
    },
    card: (lines) => titleFirst(withoutWhole(lines), ' - '),
  },
  {
    name: 'glassdoor',
    sender: glassdoorHost,
    linkOf({ origin, hostname, pathname, searchParams }) {
      if (!glassdoorHost.test(hostname)) return null;
      const listed = /^\d{6,20}$/.exec(searchParams.get('jobListingId') ?? '')?.[0];
      if (listed !== undefined) return { id: listed, url: `${origin}/partner/jobListing.htm?jobListingId=${listed}` };
      const id = /^\d{6,20}$/.exec(searchParams.get('jl') ?? '')?.[0];
      if (id === undefined || !pathname.startsWith('/job-listing/')) return null;
      return { id, url: `${origin}${pathname}?jl=${id}` };
    },
    card([company = '', title = '', ...rest]) {
      return inOrder([title, company.replace(/ ?\d(?:[.,]\d)? ?★$/, ''), ...rest]);
    },
  },
  {
    name: 'stepstone',
    sender: stepstoneHost,
    linkOf({ origin, hostname, pathname, href }, isStrong) {
      if (!stepstoneHost.test(hostname)) return null;
      const id = /--(\d{5,12})-inline\.html$/.exec(pathname)?.[1];
      if (id !== undefined) return { id, url: `${origin}${pathname}` };
      // All other links are wrapped alike; the title's is the bold one.
      return isStrong && hostname.startsWith('click.') ? { id: null, url: href } : null;
    },
    card: inOrder,
    linksWithin: true,
  },
  {
    name: 'xing',
    sender: xingHost,
    linkOf({ origin, hostname, pathname, href }) {
      if (!xingHost.test(hostname)) return null;
      const id = /^\/jobs\/[^/]{1,300}-(\d{6,12})$/.exec(pathname)?.[1];
      if (id !== undefined) return { id, url: `${origin}${pathname}` };
      return /^\/m\/[\w-]{10,60}$/.test(pathname) ? { id: null, url: href } : null;
    },
    text: 'around',
    card: inOrder,
  },
];

/** A sponsored posting of Indeed links its full text first, then its title. */
const withoutWhole = (lines: readonly string[]): readonly string[] => {
  const [whole = '', title = ''] = lines;
  return title !== '' && whole.length > title.length && whole.startsWith(title) ? lines.slice(1) : lines;
};
