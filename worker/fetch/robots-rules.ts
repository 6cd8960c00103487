import { fetchLimits } from './limits.js';
import { normaliseOctets } from './normalise-octets.js';
import { createRuleMatcher, type Rule } from './robots-match.js';

/** The rules of a robots.txt for one crawler. */
export type RobotsRules = {
  /** `path` includes the query, as in a URL. */
  allows(path: string): boolean;
  /** Seconds between two requests; 0 when the file sets no delay. */
  crawlDelaySeconds: number;
};

/** A group of crawlers with their rules, as written. */
type Group = { agents: string[]; rules: { allow: boolean; pattern: string }[]; delays: number[] };

/**
 * Parses a robots.txt for one crawler (RFC 9309): merges all groups that name its product token, otherwise those for `*`.
 * `userAgent` is the complete User-Agent; its product token precedes the first slash.
 */
export function readRobots(text: string, userAgent: string): RobotsRules {
  const token = tokenOf(userAgent);
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.includes(token));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = ours.flatMap(({ rules: written }) => written.flatMap(ruleOf));
  return {
    allows: createRuleMatcher(rules),
    crawlDelaySeconds: ours.flatMap(({ delays }) => delays).reduce((one, other) => Math.max(one, other), 0),
  };
}

/** "job-search/1.0 (+…)" and "Job-Search" have the same product token. */
const tokenOf = (userAgent: string): string => (userAgent.split('/')[0] ?? '').trim().toLowerCase();

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | null = null;
  // A group begins with user-agent lines; its first rule ends them.
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = withoutComment(line.slice(colon + 1));
    if (key === 'user-agent' || key === 'useragent') {
      if (!isNaming || group === null) {
        group = { agents: [], rules: [], delays: [] };
        groups.push(group);
      }
      isNaming = true;
      group.agents.push(tokenOf(value));
      continue;
    }
    if (key !== 'allow' && key !== 'disallow' && key !== 'crawl-delay') continue;
    isNaming = false;
    if (key === 'crawl-delay') group?.delays.push(...delaysIn(value));
    // An empty rule forbids nothing.
    else if (value !== '') group?.rules.push({ allow: key === 'allow', pattern: value });
  }
  return groups;
}

const withoutComment = (text: string): string => {
  const comment = text.indexOf('#');
  return (comment === -1 ? text : text.slice(0, comment)).trim();
};

const delaysIn = (value: string): number[] => {
  const seconds = Number(value);
  return value !== '' && !Number.isNaN(seconds) && seconds > 0 ? [seconds] : [];
};

/** Normalises the octets of a pattern. With too many wildcards a disallow is cut and an allow dropped: both forbid more. */
function ruleOf({ allow, pattern }: Group['rules'][number]): Rule[] {
  if (!/^[/*]/.test(pattern)) return [];
  const isAnchored = pattern.endsWith('$');
  const body = (isAnchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24');
  const parts = body.split(/\*+/).map(normaliseOctets);
  const isWhole = parts.length <= fetchLimits.robotsWildcards + 1;
  if (!isWhole && allow) return [];
  return [{ allow, parts: parts.slice(0, fetchLimits.robotsWildcards + 1), isAnchored: isAnchored && isWhole }];
}
