import { z } from 'zod';
import { chatSettings, mailSettings } from './message-settings.js';
import { readSecret } from './secrets/read-secret.js';
import {
  areRedisAddresses,
  dnsServers,
  engineSettings,
  listSetting,
  offOr,
  origins,
  seconds,
  trustedProxies,
  webAddress,
  withPassword,
} from './setting-schemas.js';

/** The queues a worker can take. */
export const workerQueues = ['search', 'collect-http', 'collect-browser'] as const;
export type WorkerQueue = (typeof workerQueues)[number];

/** Every queue. Those after the first are served by workers besides the queues they are set to take. */
export const queueNames = [...workerQueues, 'warm', 'schedule', 'export', 'watch', 'deliver'] as const;
export type QueueName = (typeof queueNames)[number];

/** Every setting of the service: its name in the environment, its default and what it is for. The only table of settings. */
export const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port of the API.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the API listens on.'),
  ADMIN_PORT: offOr(z.coerce.number().int().min(0).max(65535)).describe(
    'Port of /live, /ready, /metrics and the queue dashboard, for operators; off unless set.',
  ),
  ADMIN_TOKEN: z
    .string()
    .max(200)
    .default('')
    .describe(
      'The token that /metrics and the queue dashboard require, at least 16 characters; empty = both are closed.',
    ),
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('Which part of the service this process tree runs.'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1).describe('Worker processes under ROLE all or worker.'),
  WORKER_INDEX: z.coerce
    .number()
    .int()
    .min(0)
    .max(63)
    .default(0)
    .describe('Set by npx job-search start: which of its workers this is.'),
  THREADS: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(0)
    .describe('Threads per worker that parse responses of sources; 0 = one per core, at most 2.'),
  WORKER_QUEUES: listSetting
    .transform((names) => (names.length === 0 ? [...workerQueues] : names))
    .pipe(z.array(z.enum(workerQueues)))
    .describe('Queues the workers take: search, collect-http, collect-browser.'),
  REDIS_URL: z
    .string()
    .default('')
    .refine(
      (urls) => urls === '' || areRedisAddresses(urls),
      'Addresses such as redis://host:6379, rediss://host:6379, unix:///path or redis+sentinel://host:26379,host:26379/name; encode special characters of a password (%40 for @).',
    )
    .describe(
      'redis://, rediss://, unix:///path, a comma-separated list for a cluster, or redis+sentinel://host:26379,host:26379/name for the primary that Sentinels name; empty = an embedded Redis.',
    ),
  REDIS_TLS_CA: z.string().default('').describe('PEM file of the authority that signed the certificate of rediss://.'),
  REDIS_TLS_CERT: z.string().default('').describe('PEM file of the client certificate, if Redis requires one.'),
  REDIS_TLS_KEY: z.string().default('').describe('PEM file of the key of REDIS_TLS_CERT.'),
  REDIS_PASSWORD: z.string().max(500).default('').describe('The password of Redis, if REDIS_URL contains none.'),
  REDIS_SENTINEL_PASSWORD: z.string().max(500).default('').describe('The password of the Sentinels, if they have one.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Files of the embedded Redis; they survive a restart.'),
  ...engineSettings,
  SOURCES: z
    .string()
    .default('')
    .describe('A sources file; empty = sources.json in DATA_DIR, which has the demo board until boards are added.'),
  DEMO_PORT: z.coerce.number().int().min(0).max(65535).default(4010).describe('Port of the bundled demo board.'),
  SEARCH_WAIT_SECONDS: seconds(1, 600, 20).describe('How long a request waits for a fresh collection.'),
  SEARCH_WAIT_MAX_SECONDS: seconds(1, 600, 60).describe('The longest wait a client may ask for.'),
  FRESH_SECONDS: seconds(1, 604_800, 600).describe(
    'How long a collection counts as fresh; a source may set its own, and boards get longer where their host has many.',
  ),
  STALE_SECONDS: seconds(1, 2_592_000, 86_400).describe(
    'How long an expired answer may still be served while a source fails.',
  ),
  RARE_SECONDS: seconds(1, 2_592_000, 900).describe(
    'How long the answer of a search that is not repeated is kept; that of a repeated one is kept for STALE_SECONDS.',
  ),
  REDIS_MAXMEMORY: z
    .string()
    .regex(/^\d{1,12}(?:kb|mb|gb)?$/i, 'Bytes, or a number followed by kb, mb or gb.')
    .default('1gb')
    .describe('Memory limit of the embedded Redis, such as 512mb; 0 = no limit.'),
  PARTIAL_SECONDS: seconds(1, 600, 10).describe(
    'How long an answer that lacks a source is cached before the source is read again.',
  ),
  QUEUE_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe('How many searches may wait in the queue; further ones are refused at once.'),
  EVENT_STREAMS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(250)
    .describe('Event streams that one API process serves at once; further ones are answered 503 with Retry-After.'),
  OCCUPATIONS: listSetting.describe(
    'ESCO files of occupations (occupations_xx.csv), separated by commas, whose titles extend the built-in tables of near titles; the same files for all workers.',
  ),
  WARM: z.string().default('').describe('A file of searches that are collected on a schedule; empty = none.'),
  WARM_BUSIEST: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(20)
    .describe('How many of the most frequent recent searches are refreshed automatically; 0 = none.'),
  WARM_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(6)
    .describe('How many of the most frequent searches are refreshed per minute at most; 0 = none.'),
  SCHEDULE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('on = boards that are collected whole are read regularly; off = only when a search needs them.'),
  SCHEDULE_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(16)
    .describe('How many boards the schedule has queued or being read at once, for each worker.'),
  WATCH_SECONDS: seconds(1, 60, 5).describe(
    'How often boards are looked at for new openings of watches; deliveries of a watch to a webhook follow each other no faster.',
  ),
  ...mailSettings,
  PUBLIC_URL: webAddress.describe(
    'Address of the API as people reach it, with which links in mails and feeds, canonical addresses, the sitemap, robots.txt and llms.txt begin; without it they begin with the Host of the request, and mail needs a loopback HOST.',
  ),
  ...chatSettings,
  CHROMIUM_PATH: z
    .string()
    .default('')
    .describe('Path of the Chromium that renders pages; empty = one is searched for.'),
  ALLOW_PRIVATE_HOSTS: listSetting.describe('Private hosts (host or host:port) that sources may be read from.'),
  DNS_SERVERS: dnsServers,
  HTTPS_PROXY: webAddress.describe(
    'The proxy through which sources on https are read, http(s)://user:password@host:port; empty = none.',
  ),
  HTTP_PROXY: webAddress.describe('The same for sources on http.'),
  NO_PROXY: listSetting.describe(
    'Hosts that are read without these proxies: names, names below them, host:port, or *.',
  ),
  ALLOW_PRIVATE_WEBHOOK_HOSTS: listSetting.describe(
    'Private hosts (host or host:port) that watches may be delivered to.',
  ),
  CONTACT: z.string().max(200).default('').describe('Contact in the User-Agent, so that sites can reach the operator.'),
  TRUST_PROXY: offOr(trustedProxies).describe(
    'Proxies whose X-Forwarded-For is trusted: their addresses and networks (10.0.0.5,10.1.0.0/16), or, if only they can reach the API, how many there are (1).',
  ),
  PUBLIC_HOSTS: listSetting
    .refine(
      (names) => names.every((name) => /^[\w.-]{1,253}(?::\d{1,5})?$/.test(name)),
      'Names such as jobs.example or jobs.example:8443, comma-separated.',
    )
    .describe(
      'Host names that the API accepts besides loopback ones when HOST is a loopback address; comma-separated.',
    ),
  INVALID_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('How many invalid requests (400) an address may send per minute; further ones are answered 429.'),
  CORS_ORIGIN: origins.describe(
    'Origins whose pages may call the API from a browser, comma-separated, or *; empty = none.',
  ),
  INDEXING: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on = search engines and AI crawlers may read the job pages: robots.txt, sitemap.xml, llms.txt and JobPosting data.',
    ),
  PLANS: z.string().default('').describe('A plans file that changes or adds plans; empty = free, pro and enterprise.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.describe(
    'OTLP/HTTP endpoint for traces, to which /v1/traces is appended; empty = no traces.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.describe(
    'The complete address for traces; takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT.',
  ),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('job-search').describe('The service’s name in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .max(2000)
    .default('')
    .describe('Further attributes of traces: key=value,key=value.'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false', ''])
    .default('false')
    .transform((word) => word === 'true')
    .describe('true = no traces, whatever else is set.'),
  RELEASE_ID: z.string().max(64).default('').describe('Build shown by GET /api, for instance a commit.'),
});
export type Config = Readonly<z.infer<typeof configSchema>>;

/** Constraints between settings. */
const checkedSchema = configSchema
  .refine(({ ADMIN_TOKEN }) => ADMIN_TOKEN === '' || ADMIN_TOKEN.length >= 16, {
    path: ['ADMIN_TOKEN'],
    message: 'At least 16 characters, for instance from "openssl rand -hex 16".',
  })
  .refine(({ REDIS_URL, REDIS_PASSWORD }) => REDIS_PASSWORD === '' || /^rediss?(?:\+sentinel)?:/.test(REDIS_URL), {
    path: ['REDIS_PASSWORD'],
    message: 'A password goes with a REDIS_URL that begins with redis:// or rediss://.',
  })
  .refine(({ ENGINE, OPENSEARCH_URL }) => ENGINE !== 'opensearch' || OPENSEARCH_URL !== '', {
    path: ['OPENSEARCH_URL'],
    message: 'ENGINE=opensearch needs the address of a node.',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === '' || MAIL_FROM !== '', {
    path: ['MAIL_FROM'],
    message: 'SMTP_URL needs a sender, such as jobs@example.com.',
  })
  .transform((config) => ({ ...config, REDIS_URL: withPassword(config.REDIS_URL, config.REDIS_PASSWORD) }));

/** Settings whose values are never printed, and that NAME_FILE may name a file for. */
const secrets = [
  'ADMIN_TOKEN',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'OPENSEARCH_PASSWORD',
  'SMTP_URL',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NTFY_TOKEN',
  'TELEGRAM_TOKEN',
] as const;
const hidden: ReadonlySet<string> = new Set(secrets.filter((name) => name !== 'REDIS_URL'));

/** Reads the settings once; throws one error that lists every wrong one with what came. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const told = Object.fromEntries(secrets.map((name) => [name, readSecret(environment, name)]));
  const read = checkedSchema.safeParse({ ...environment, ...told });
  if (read.success) return Object.freeze(read.data);
  const lines = read.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name}=${JSON.stringify(shownValue(name, environment[name] ?? ''))}: ${message}`;
  });
  throw new Error(`These settings are not valid:\n${lines.join('\n')}`);
}

/** What a message may repeat of a wrong value. A Redis address that cannot be read may hold a password anywhere. */
const shownValue = (name: string, value: string): string =>
  hidden.has(name) || (name === 'REDIS_URL' && value.includes('@')) ? '…' : value;

/** An address list without its passwords. */
export function hidePassword(urls: string): string {
  return urls.replace(/(\/\/[^:@/,]*:)[^@/,]*@/g, '$1***@');
}

/** A value of the operator's environment, or of the file NAME_FILE names, that a sources file names as "${NAME}". */
export function environmentValue(name: string): string | undefined {
  return readSecret(process.env, name);
}
