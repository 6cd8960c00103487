import { z } from 'zod';

const seconds = (smallest: number, largest: number, fallback: number) =>
  z.coerce.number().int().min(smallest).max(largest).default(fallback);

const offOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' || value === 'off' ? null : value), schema.nullable());

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** `*`, or origins as browsers send them: no path, no slash at the end. */
const origins = list.refine(
  (all) => all.every((origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)),
  'Origins such as https://jobs.example, without a path or a slash at the end, or *.',
);

/** The queues a worker can take. */
export const workerQueues = ['search', 'collect-http', 'collect-browser'] as const;
export type WorkerQueue = (typeof workerQueues)[number];

/** Every setting of the service: its name in the environment, its default and what it is for. The only table of settings. */
export const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port of the API.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the API listens on.'),
  ADMIN_PORT: offOr(z.coerce.number().int().min(0).max(65535)).describe(
    'Port of /live, /ready, /metrics and the queues’ pages, for operators; off unless set.',
  ),
  ADMIN_TOKEN: z
    .string()
    .max(200)
    .default('')
    .describe('What opens /metrics and the queues’ pages; at least 16 characters.'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('Which part of the service this process tree runs.'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1).describe('Worker processes under ROLE all or worker.'),
  WORKER_INDEX: z.coerce
    .number()
    .int()
    .min(0)
    .max(63)
    .default(0)
    .describe('Set by npm start: which of its workers this is.'),
  WORKER_QUEUES: list
    .transform((names) => (names.length === 0 ? [...workerQueues] : names))
    .pipe(z.array(z.enum(workerQueues)))
    .describe('Queues the workers take: search, collect-http, collect-browser.'),
  REDIS_URL: z
    .string()
    .default('')
    .describe('redis://, rediss://, unix:///path, or a comma-separated list for a cluster; empty = an embedded Redis.'),
  REDIS_TLS_CA: z.string().default('').describe('PEM file of the authority that signed the certificate of rediss://.'),
  REDIS_TLS_CERT: z.string().default('').describe('PEM file of our own certificate, where Redis asks for one.'),
  REDIS_TLS_KEY: z.string().default('').describe('PEM file of the key of REDIS_TLS_CERT.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Files of the embedded Redis; they survive a restart.'),
  SOURCES: z.string().default('').describe('A sources file; empty = the bundled demo board.'),
  DEMO_PORT: z.coerce.number().int().min(0).max(65535).default(4010).describe('Port of the bundled demo board.'),
  SEARCH_WAIT_SECONDS: seconds(1, 600, 20).describe('How long a request waits for a fresh collection.'),
  SEARCH_WAIT_MAX_SECONDS: seconds(1, 600, 60).describe('The longest wait a client may ask for.'),
  FRESH_SECONDS: seconds(1, 604_800, 600).describe('How long a collection counts as fresh; a source may set its own.'),
  STALE_SECONDS: seconds(1, 2_592_000, 86_400).describe('How long an old answer is still better than none.'),
  PARTIAL_SECONDS: seconds(1, 600, 10).describe('How long an answer that misses a source is kept as it is.'),
  CHROMIUM_PATH: z.string().default('').describe('A Chromium to render pages with; empty = found, or none.'),
  ALLOW_PRIVATE_HOSTS: list.describe('Hosts (host or host:port) the guard lets through though they are private.'),
  CONTACT: z.string().max(200).default('').describe('Goes into the User-Agent, so that sites can reach the operator.'),
  TRUST_PROXY: offOr(z.coerce.number().int().min(1).max(10)).describe(
    'How many proxies stand before the API; their X-Forwarded-For is believed.',
  ),
  CORS_ORIGIN: origins.describe(
    'Origins whose pages may call the API from a browser, comma-separated, or *; empty = none.',
  ),
  PLANS: z.string().default('').describe('A plans file that changes or adds plans; empty = free, pro and enterprise.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
  RELEASE_ID: z.string().max(64).default('').describe('Build shown by GET /api, for instance a commit.'),
});
export type Config = Readonly<z.infer<typeof configSchema>>;

/** What settings demand of each other. */
const checkedSchema = configSchema.refine(
  ({ ADMIN_PORT, ADMIN_TOKEN }) => ADMIN_PORT === null || ADMIN_TOKEN.length >= 16,
  {
    path: ['ADMIN_TOKEN'],
    message: 'ADMIN_PORT needs a token of at least 16 characters, for instance from "openssl rand -hex 16".',
  },
);

/** Settings whose values are never printed. */
const hidden: ReadonlySet<string> = new Set(['ADMIN_TOKEN']);

/** Reads the settings once; throws one error that lists every wrong one with what came. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const read = checkedSchema.safeParse(environment);
  if (read.success) return Object.freeze(read.data);
  const lines = read.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name}=${JSON.stringify(hidden.has(name) ? '…' : (environment[name] ?? ''))}: ${message}`;
  });
  throw new Error(`These settings are not valid:\n${lines.join('\n')}`);
}

/** The settings as they may be printed: passwords in addresses hidden. */
export function printableConfig(config: Config): Record<string, unknown> {
  const { ADMIN_TOKEN } = config;
  return { ...config, REDIS_URL: hidePassword(config.REDIS_URL), ADMIN_TOKEN: ADMIN_TOKEN === '' ? '' : '***' };
}

/** An address list without its passwords. */
export function hidePassword(urls: string): string {
  return urls.replace(/(\/\/[^:@/,]*:)[^@/,]*@/g, '$1***@');
}

/** A value of the operator's environment that a sources file names as "${NAME}": keys stay out of files. */
export function environmentValue(name: string): string | undefined {
  return process.env[name];
}
