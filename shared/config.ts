import { z } from 'zod';
import { isLoopbackName } from './http/http-hosts.js';
import { chatSettings, mailSettings, signInSettings } from './message-settings.js';
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

/** Every queue. Those after the first group are served by workers in addition to their configured queues. */
export const queueNames = [...workerQueues, 'warm', 'schedule', 'export', 'watch', 'deliver'] as const;
export type QueueName = (typeof queueNames)[number];

/** A path such as /jobs, without a trailing slash. */
export const basePathForm = /^(?:\/[\w.~-]{1,60}){1,8}$/;

/** Every setting of the service: its environment variable, its default and its purpose. The only table of settings. */
export const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port of the API.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the API listens on.'),
  ADMIN_PORT: offOr(z.coerce.number().int().min(0).max(65535)).describe(
    'Port for operators: /live, /ready, /metrics, /admin, /queues.',
  ),
  ADMIN_TOKEN: z
    .string()
    .max(200)
    .default('')
    .describe('Token for /metrics, /admin and /queues, at least 16 characters; empty = closed.'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('Part of the service that this process tree runs.'),
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
    .describe('Parsing threads per worker; 0 = one per core, at most 2.'),
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
      'redis://, rediss://, unix:///path, redis+sentinel://host:26379,host:26379/name, or a list for a cluster; empty = embedded.',
    ),
  REDIS_TLS_CA: z.string().default('').describe('PEM file of the certificate authority.'),
  REDIS_TLS_CERT: z.string().default('').describe('PEM file of the client certificate.'),
  REDIS_TLS_KEY: z.string().default('').describe('PEM file of the key of REDIS_TLS_CERT.'),
  REDIS_PASSWORD: z.string().max(500).default('').describe('Password, if REDIS_URL contains none.'),
  REDIS_SENTINEL_PASSWORD: z.string().max(500).default('').describe('Password of the Sentinels.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Files of the embedded Redis.'),
  ...engineSettings,
  SOURCES: z
    .string()
    .default('')
    .describe('Sources file; empty = sources.json in DATA_DIR, with the demo board until boards are added.'),
  DEMO_PORT: z.coerce.number().int().min(0).max(65535).default(4010).describe('Port of the bundled demo board.'),
  SEARCH_WAIT_SECONDS: seconds(1, 600, 20).describe('Default wait for a fresh collection.'),
  SEARCH_WAIT_MAX_SECONDS: seconds(1, 600, 60).describe('Longest wait a client may request.'),
  FRESH_SECONDS: seconds(1, 604_800, 600).describe(
    'How long a collection is fresh; sources may override it, and hosts with many boards get longer.',
  ),
  STALE_SECONDS: seconds(1, 2_592_000, 86_400).describe('How long an expired answer is served while a source fails.'),
  RARE_SECONDS: seconds(1, 2_592_000, 900).describe(
    'How long the answer of an unrepeated search is stored; repeated ones: STALE_SECONDS.',
  ),
  REDIS_MAXMEMORY: z
    .string()
    .regex(/^\d{1,12}(?:kb|mb|gb)?$/i, 'Bytes, or a number followed by kb, mb or gb.')
    .default('1gb')
    .describe('Memory limit of the embedded Redis; 0 = none.'),
  PARTIAL_SECONDS: seconds(1, 600, 10).describe('How long an answer without a source is cached before a retry.'),
  QUEUE_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe('Maximum queued searches; more are refused.'),
  EVENT_STREAMS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(250)
    .describe('Maximum event streams per API process; more get 503.'),
  OCCUPATIONS: listSetting.describe(
    'ESCO files (occupations_xx.csv), comma-separated, that extend near titles; the same for all workers.',
  ),
  WARM: z.string().default('').describe('File of scheduled searches.'),
  WARM_BUSIEST: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(20)
    .describe('Number of frequent searches refreshed automatically; 0 = none.'),
  WARM_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(6)
    .describe('Maximum such refreshes per minute; 0 = none.'),
  SCHEDULE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('on = complete boards are read regularly; off = only when a search needs them.'),
  SCHEDULE_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(16)
    .describe('Maximum scheduled boards queued or being read, per worker.'),
  WATCH_SECONDS: seconds(1, 60, 5).describe(
    'Interval of looking for new openings of watches, and minimum between deliveries.',
  ),
  ...mailSettings,
  PUBLIC_URL: webAddress.describe(
    'Public address of the API, for links in mails, feeds and the sitemap; empty = the Host of each request, and mail only on loopback.',
  ),
  ...chatSettings,
  ...signInSettings,
  CHROMIUM_PATH: z.string().default('').describe('Path of Chromium; empty = search for it.'),
  CHROMIUM_SANDBOX: z
    .enum(['preferred', 'required'])
    .default('preferred')
    .describe('required = if Chromium’s sandbox does not work, pages are read only by HTTP.'),
  ALLOW_PRIVATE_HOSTS: listSetting.describe('Private hosts (host or host:port) that sources may use.'),
  DNS_SERVERS: dnsServers,
  HTTPS_PROXY: webAddress.describe('Proxy for sources on https, http(s)://user:password@host:port.'),
  HTTP_PROXY: webAddress.describe('The same for sources on http.'),
  NO_PROXY: listSetting.describe('Hosts without proxy: names with subdomains, host:port, or *.'),
  ALLOW_PRIVATE_WEBHOOK_HOSTS: listSetting.describe('Private hosts (host or host:port) that webhooks may use.'),
  CONTACT: z.string().max(200).default('').describe('Contact in the User-Agent, so that sites can reach the operator.'),
  TRUST_PROXY: offOr(trustedProxies).describe(
    'Proxies whose X-Forwarded-For is trusted: addresses and networks (10.0.0.5,10.1.0.0/16), or their number (1) if only they can reach the API.',
  ),
  BASE_PATH: z
    .string()
    .refine((path) => path === '' || basePathForm.test(path), 'A path such as /jobs, without a slash at its end.')
    .default('')
    .describe('Path under which a proxy shows the service; X-Forwarded-Prefix of a trusted proxy takes precedence.'),
  PUBLIC_HOSTS: listSetting
    .refine(
      (names) => names.every((name) => /^[\w.-]{1,253}(?::\d{1,5})?$/.test(name)),
      'Names such as jobs.example or jobs.example:8443, comma-separated.',
    )
    .describe('Further host names accepted on a loopback HOST, comma-separated.'),
  INVALID_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('Maximum invalid requests (400) per address and minute; more get 429.'),
  CORS_ORIGIN: origins.describe('Origins whose pages may call the API, comma-separated, or *.'),
  INDEXING: z.enum(['on', 'off']).default('off').describe('on = search engines and AI crawlers may read job pages.'),
  PLANS: z.string().default('').describe('Plans file; empty = free, pro and enterprise.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.describe('OTLP/HTTP endpoint; /v1/traces is appended; empty = no traces.'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.describe('Complete address for traces; takes precedence.'),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('job-search').describe('Service name in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z.string().max(2000).default('').describe('Attributes of traces: key=value,key=value.'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false', ''])
    .default('false')
    .transform((word) => word === 'true')
    .describe('true = no traces.'),
  RELEASE_ID: z.string().max(64).default('').describe('Build shown by GET /api, such as a commit.'),
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
  .refine(({ AUTH_PROXY_HEADER, TRUST_PROXY }) => AUTH_PROXY_HEADER === '' || Array.isArray(TRUST_PROXY), {
    path: ['AUTH_PROXY_HEADER'],
    message: 'Set TRUST_PROXY to the networks of the proxies that send it: a number of proxies is not enough.',
  })
  .refine(({ AUTH_PROXY_HEADER, OIDC_ISSUER }) => AUTH_PROXY_HEADER === '' || OIDC_ISSUER === '', {
    path: ['AUTH_PROXY_HEADER'],
    message: 'People sign in through a proxy or at OIDC_ISSUER, not both.',
  })
  .refine(({ OIDC_ISSUER, OIDC_CLIENT_ID }) => OIDC_ISSUER === '' || OIDC_CLIENT_ID !== '', {
    path: ['OIDC_CLIENT_ID'],
    message: 'OIDC_ISSUER needs the client ID that it knows this service by.',
  })
  .refine(({ OIDC_ISSUER, PUBLIC_URL, HOST }) => OIDC_ISSUER === '' || PUBLIC_URL !== '' || isLoopbackName(HOST), {
    path: ['OIDC_ISSUER'],
    message: 'Set PUBLIC_URL: people come back there from the provider.',
  })
  .refine(
    ({ SIGN_IN_REQUIRED, AUTH_PROXY_HEADER, OIDC_ISSUER }) =>
      SIGN_IN_REQUIRED === 'off' || AUTH_PROXY_HEADER !== '' || OIDC_ISSUER !== '',
    { path: ['SIGN_IN_REQUIRED'], message: 'Sign-in is not configured: set AUTH_PROXY_HEADER or OIDC_ISSUER.' },
  )
  .transform((config) => ({ ...config, REDIS_URL: withPassword(config.REDIS_URL, config.REDIS_PASSWORD) }));

/** Settings whose values are never printed, and for which NAME_FILE may name a file. */
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
  'OIDC_CLIENT_SECRET',
] as const;
const hidden: ReadonlySet<string> = new Set(secrets.filter((name) => name !== 'REDIS_URL'));

/** Reads the settings once; throws one error that lists every invalid one with its value. */
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

/** The part of a wrong value that a message may repeat. An unreadable Redis address may contain a password anywhere. */
const shownValue = (name: string, value: string): string =>
  hidden.has(name) || (name === 'REDIS_URL' && value.includes('@')) ? '…' : value;

/** An address list without its passwords. */
export function hidePassword(urls: string): string {
  return urls.replace(/(\/\/[^:@/,]*:)[^@/,]*@/g, '$1***@');
}

/** A value of the operator's environment, or of the file in NAME_FILE, that a sources file refers to as "${NAME}". */
export function environmentValue(name: string): string | undefined {
  return readSecret(process.env, name);
}
