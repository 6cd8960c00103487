import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { readSentinels, withSentinelPassword } from './sentinel-address.js';

export const seconds = (smallest: number, largest: number, fallback: number) =>
  z.coerce.number().int().min(smallest).max(largest).default(fallback);

export const offOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' || value === 'off' ? null : value), schema.nullable());

export const listSetting = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** `*`, or origins in the form that browsers send: no path, no trailing slash. */
export const origins = listSetting.refine(
  (all) => all.every((origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)),
  'Origins such as https://jobs.example, without a path or a slash at the end, or *.',
);

/** Addresses of DNS servers, in node:dns format. */
export const dnsServers = listSetting
  .refine(
    (all) => all.every((server) => isIP(server) !== 0 || /^(?:[\d.]+|\[[\da-f:]+\]):\d{1,5}$/i.test(server)),
    'Addresses such as 10.0.0.2, 10.0.0.2:5353 or [fd00::2]:53, separated by commas; no names.',
  )
  .describe('DNS servers (address or address:port) for boards, proxies, webhooks and chats; empty = the system’s.');

export const webAddress = z
  .string()
  .refine(
    (text) => text === '' || /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''),
    'An http(s) address.',
  )
  .default('');

/** One address, or several of a cluster, or Sentinels. */
export const areRedisAddresses = (urls: string): boolean =>
  readSentinels(urls) !== null || urls.split(',').every(isRedisAddress);

/** Only a database number may follow the host; otherwise a password contains an unencoded `/`. */
function isRedisAddress(text: string): boolean {
  if (/^unix:\/\/(?:[^@/]*@)?\/./.test(text)) return true;
  return /^rediss?:\/\/./.test(text) && URL.canParse(text) && /^(?:\/\d*)?$/.test(new URL(text).pathname);
}

const isNetwork = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);

/** Where postings are searched. */
export const engineSettings = {
  EXCHANGE_RATES: webAddress
    .or(z.literal('off'))
    .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml')
    .transform((text) => (text === '' || text === 'off' ? null : text))
    .describe(
      'Source of daily exchange rates in the European Central Bank’s format, read after 16:00 on working days; off = rates of this release.',
    ),
  ENGINE: z
    .enum(['segments', 'opensearch'])
    .default('segments')
    .describe('Where postings are searched: segments = in workers, opensearch = in a cluster.'),
  OPENSEARCH_URL: z
    .string()
    .default('')
    .refine(
      (urls) => urls === '' || urls.split(',').every((url) => webAddress.safeParse(url.trim()).success),
      'Addresses of nodes such as https://search:9200, separated by commas.',
    )
    .describe('Addresses of OpenSearch nodes, http(s), comma-separated.'),
  OPENSEARCH_USER: z.string().max(200).default('').describe('OpenSearch user.'),
  OPENSEARCH_PASSWORD: z.string().max(500).default('').describe('Password of OPENSEARCH_USER.'),
  OPENSEARCH_CA: z.string().default('').describe('PEM file of OpenSearch’s certificate authority.'),
  OPENSEARCH_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,60}$/, 'Lower-case letters, digits and hyphens.')
    .default('job-search')
    .describe('Prefix of index names in OpenSearch.'),
  OPENSEARCH_SHARDS: z.coerce.number().int().min(1).max(100).default(1).describe('Primary shards of a new index.'),
  SEGMENTS_DIR: z
    .string()
    .default('')
    .describe(
      'Folder for prepared postings, for faster restarts and less memory; empty = DATA_DIR/segments with npx job-search start, else none.',
    ),
  WORKER_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(16)
    .max(1_000_000)
    .default(2048)
    .describe('Memory for postings per worker; beyond it, unused boards are dropped and read again on demand.'),
};

/** How many proxies precede the API, or their addresses and networks. */
export const trustedProxies = z.union(
  [
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(10)),
    listSetting.refine(
      (networks) => networks.length > 0 && networks.every(isNetwork),
      'A number from 1 to 10, or addresses and networks of proxies such as 10.0.0.5,10.1.0.0/16.',
    ),
  ],
  'A number from 1 to 10, or addresses and networks of proxies such as 10.0.0.5,10.1.0.0/16.',
);

/** An address list with this password added to every address that has none. */
export function withPassword(urls: string, password: string): string {
  if (password === '') return urls;
  if (readSentinels(urls) !== null) return withSentinelPassword(urls, password);
  const filled = urls.split(',').map((text) => {
    const url = new URL(text);
    if (url.password === '') url.password = encodeURIComponent(password);
    return url.href;
  });
  return filled.join(',');
}
