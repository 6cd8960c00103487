import { sourceKinds } from '../../../worker/sources/kinds/source-kinds.js';
import type { SourceKind } from '../../../worker/sources/source.js';

/** A source whose settings contain planted values, each found nowhere else. */
export type PlantedSource = { id: string; kind: string; [setting: string]: unknown };

export type Planting = {
  sources: PlantedSource[];
  /** All planted values. */
  planted: string[];
  /** `kind.setting` of those that can hold none: numbers, enum values, two letters. */
  unplanted: string[];
};

type Schema = { safeParse(value: unknown): { success: boolean } };

/**
 * Settings that every response shows: the name, and the facts of the company; the one that selects the kind; what tells postings in
 * pages, which messages name; and the proxy and the client's credentials, which would keep the source from its host (test/worker/fetch/proxy-tunnel.test.ts,
 * test/worker/sources/config/sources-file.test.ts, test/worker/fetch/oauth-token.test.ts).
 */
const shown = new Set([
  ...['id', 'kind', 'industry', 'size', 'website', 'allowed', 'proxyUrl', 'oauth'],
  ...['item', 'fields', 'data', 'jobFields', 'jobLinks', 'jobUrls', 'nextLink', 'noJobs'],
]);

/** Settings that name the host alone, which stands in what is kept of a host. */
const hosts: ReadonlyMap<string, string> = new Map([['mailbox.host', '127.0.0.1']]);

/**
 * Sources of every kind on the given host, with a planted value in every setting that accepts one. Mutually exclusive
 * settings are spread over several sources of the kind. Their ids begin with `prefix`.
 */
export function plantSecrets(origin: string, prefix: string): Planting {
  const planted: string[] = [];
  const unplanted: string[] = [];
  const sources = sourceKinds.flatMap((kind) => {
    const shape = shapeOf(kind);
    const values = new Map<string, unknown>();
    for (const [name, schema] of Object.entries(shape)) {
      if (shown.has(name)) continue;
      const value =
        hosts.get(`${kind.kind}.${name}`) ??
        candidates(origin, planted).find((offered) => schema.safeParse(offered).success);
      if (value === undefined) unplanted.push(`${kind.kind}.${name}`);
      else values.set(name, value);
    }
    return spread(kind, values, prefix);
  });
  const written = JSON.stringify(sources.map(withoutNames));
  return { sources, planted: planted.filter((value) => written.includes(value)), unplanted };
}

/** A source without the names of boards and companies, which its addresses have as well and which are no secrets. */
function withoutNames(source: PlantedSource): PlantedSource {
  const addresses = sourceKinds.find(({ kind }) => kind === source.kind)?.addresses ?? [];
  const places = addresses.map((rule) => (typeof rule === 'string' ? rule : rule.address).split('?', 1)[0]).join(' ');
  const isName = (setting: string): boolean =>
    setting === 'company' || setting === 'companyName' || places.includes(`{${setting}}`);
  return {
    ...Object.fromEntries(Object.entries(source).filter(([setting]) => !isName(setting))),
    id: source.id,
    kind: source.kind,
  };
}

const shapeOf = (kind: SourceKind) => (kind.settings as unknown as { shape: Record<string, Schema> }).shape;

function candidates(origin: string, planted: string[]): unknown[] {
  const plant = (): string => {
    const value = `Plant${planted.length}Zq7xW${(planted.length * 7919) % 1000}k`;
    planted.push(value);
    return value;
  };
  const guid = (): string => {
    const value = `5eaf00d0-0000-4000-8000-${String(planted.length * 7919 + 100_000_000_000)}`;
    planted.push(value);
    return value;
  };
  const host = (): string => {
    const value = `plant${planted.length}zq7xw.jobs.example`;
    planted.push(value);
    return value;
  };
  const numbered = (): string => {
    const value = `companies/${planted.length * 7919 + 9_000_000}`;
    planted.push(value);
    return value;
  };
  const digits = (): string => {
    const value = String(planted.length * 7919 + 900_000_000);
    planted.push(value);
    return value;
  };
  const address = () => `${origin}/${plant()}/${plant()}.xml?${plant()}=${plant()}#${plant()}`;
  return [
    plant(),
    address(),
    `(?<title>${plant()})`,
    [address()],
    guid(),
    host(),
    numbered(),
    digits(),
    { title: plant(), url: `.${plant()}@href`, company: `=${plant()}` },
  ];
}

/** Settings without which the source requests too little, or takes too long. */
const fillers: Record<string, unknown> = {
  country: 'gb',
  timeoutSeconds: 15,
  maxPages: 2,
  perMinute: 60_000,
  concurrency: 8,
};

/** As few sources as hold all values: a value that conflicts with those before it starts a new source. */
function spread(kind: SourceKind, values: Map<string, unknown>, prefix: string): PlantedSource[] {
  const sources: PlantedSource[] = [];
  const base = Object.fromEntries(Object.entries(fillers).filter(([name]) => name in shapeOf(kind)));
  let left = [...values.keys()];
  while (left.length > 0) {
    let entry: PlantedSource = { ...base, id: `${prefix}-${kind.kind}-${sources.length}`, kind: kind.kind };
    const offer = (names: readonly string[], most: number): boolean => {
      const fuller = { ...entry, ...Object.fromEntries(names.map((name) => [name, values.get(name)])) };
      if (complaints(kind, fuller) > most) return false;
      entry = fuller;
      return true;
    };
    for (const name of left) {
      const now = complaints(kind, entry);
      if (!offer([name], now)) left.some((other) => offer([name, other], now));
    }
    for (const name of values.keys()) offer([name], complaints(kind, entry) - 1);
    const rest = left.filter((name) => !Object.hasOwn(entry, name));
    if (complaints(kind, entry) > 0 || rest.length === left.length)
      throw new Error(`No source of ${kind.kind} takes ${left.join(', ')}.`);
    sources.push(entry);
    left = rest;
  }
  return sources;
}

const complaints = (kind: SourceKind, entry: PlantedSource): number =>
  kind.settings.safeParse(entry).error?.issues.length ?? 0;
