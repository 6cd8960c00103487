import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { HeldJob } from '../../shared/search/job.js';
import type { Question } from '../lib/postings/questions.js';
import { columnsOf, type Engine, page } from './measured-engine.js';
import { sqlFilters } from './sql-filters.js';

/** The part of `node:sqlite` (Node 22 and later) that is used; the types of Node 20 lack it. */
type Statement = {
  run(...values: readonly unknown[]): void;
  all(...values: readonly unknown[]): Record<string, unknown>[];
};
type Database = { exec(sql: string): void; prepare(sql: string): Statement; close(): void };
type Sqlite = { DatabaseSync: new (path: string) => Database };

/**
 * The words in an index without the texts (`content=''`), the filters' columns in a table, the records deflated in another. Bytes
 * of pages kept in memory: 64 MB.
 */
const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA mmap_size = 0;
  CREATE TABLE jobs (id INTEGER PRIMARY KEY, posted_at INTEGER, workplace TEXT, job_type TEXT, level TEXT, pay REAL,
    country TEXT, lat REAL, lon REAL);
  CREATE TABLE records (id INTEGER PRIMARY KEY, record BLOB);
  CREATE VIRTUAL TABLE words USING fts5(title, company, tags, description, content='', contentless_delete=1,
    tokenize='porter unicode61 remove_diacritics 2');
`;

/** SQLite's full text search (FTS5) through `node:sqlite`, in a file in a temporary folder. */
export function openSqlite(now: number): Engine {
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as Sqlite;
  const folder = mkdtempSync(join(tmpdir(), 'bench-sqlite-'));
  const db = new DatabaseSync(join(folder, 'jobs.db'));
  db.exec(schema);
  const addJob = db.prepare('INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const addRecord = db.prepare('INSERT OR REPLACE INTO records VALUES (?, ?)');
  const addWords = db.prepare(
    'INSERT OR REPLACE INTO words (rowid, title, company, tags, description) VALUES (?, ?, ?, ?, ?)',
  );
  const recordOf = db.prepare('SELECT record FROM records WHERE id = ?');
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const add = (jobs: readonly HeldJob[], first: number): void => {
    db.exec('BEGIN');
    for (const [at, job] of jobs.entries()) {
      const id = first + at + 1;
      const { postedAt, workplace, jobType, level, pay, country, lat, lon } = columnsOf(job);
      addJob.run(id, postedAt, workplace, jobType, level, pay, country, lat, lon);
      addRecord.run(id, deflateRawSync(JSON.stringify(job), { level: 3 }));
      addWords.run(id, job.title, job.company.name ?? '', job.tags.join(' '), job.description);
    }
    db.exec('COMMIT');
  };
  return {
    add,
    replace: add,
    finish() {
      db.exec("INSERT INTO words(words) VALUES ('optimize'); CREATE INDEX by_time ON jobs (posted_at); ANALYZE;");
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    search(question) {
      const { sql, values } = queryOf(question, now);
      const rows = prepared(sql).all(...values);
      const records = rows.map(({ id }) => {
        const [row] = recordOf.all(id);
        return JSON.parse(inflateRawSync(row?.record as Uint8Array).toString()) as object;
      });
      return { total: Number(rows[0]?.total ?? 0), records };
    },
    diskBytes: () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function queryOf(question: Question, now: number): { sql: string; values: unknown[] } {
  const { conditions, values } = sqlFilters(question, now);
  const text = matchOf(question);
  const recent = question.filters.sortBy === 'recent' || text === null;
  const score = recent ? '-j.posted_at' : 'bm25(words, 10, 5, 3, 1)';
  const from = text === null ? 'jobs j' : 'words JOIN jobs j ON j.id = words.rowid';
  const all = [...(text === null ? [] : ['words MATCH ?']), ...conditions];
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
  return {
    sql: `WITH found AS MATERIALIZED (SELECT j.id AS id, ${score} AS score FROM ${from} ${where})
      SELECT id, (SELECT count(*) FROM found) AS total FROM found ORDER BY score LIMIT ${page}`,
    values: [...(text === null ? [] : [text]), ...values],
  };
}

/** The question in FTS5's syntax; `null` = no words. */
function matchOf({ alternatives, without }: Question): string | null {
  if (alternatives.length === 0) return null;
  const quoted = (term: string): string => `"${term}"`;
  const any = alternatives.map((terms) => `(${terms.map(quoted).join(' AND ')})`).join(' OR ');
  return without === '' ? any : `(${any}) NOT ${quoted(without)}`;
}
