import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { environmentValue, hidePassword, readConfig } from '../../shared/config.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('a secret', () => {
  test('may be in a file, whose final newline is not part of it', () => {
    const config = readConfig({
      ADMIN_TOKEN_FILE: file('token', 'a token with spaces \n'),
      REDIS_URL_FILE: file('url', 'redis://redis:6379'),
      REDIS_PASSWORD_FILE: file('password', 'p@ss/w%rd:,\r\n'),
    });
    expect(config.ADMIN_TOKEN).toBe('a token with spaces ');
    const { hostname, port, password } = new URL(config.REDIS_URL);
    expect([hostname, port, decodeURIComponent(password)]).toEqual(['redis', '6379', 'p@ss/w%rd:,']);
  });

  test('that is set takes precedence over its file', () => {
    const token = file('token', 'the token of the file');
    expect(readConfig({ ADMIN_TOKEN: 'the token that is set', ADMIN_TOKEN_FILE: token }).ADMIN_TOKEN).toMatch(/set$/);
  });

  test.each(['ADMIN_TOKEN', 'REDIS_URL', 'REDIS_PASSWORD', 'NTFY_TOKEN'])(
    '%s whose file is missing or empty stops the start',
    (name) => {
      const read = (path: string) => () => readConfig({ [`${name}_FILE`]: path });
      expect(read(join(folder, 'none'))).toThrow(new RegExp(`^${name}_FILE=".*none" cannot be read \\(ENOENT\\)\\.$`));
      expect(read(folder)).toThrow(new RegExp(`^${name}_FILE=".*" cannot be read \\(EISDIR\\)\\.$`));
      for (const nothing of ['', '\n', ' \r\n'])
        expect(read(file('empty', nothing))).toThrow(new RegExp(`^${name}_FILE=".*empty" is empty\\.`));
    },
  );

  test('of a source whose file is empty is an error too', () => {
    process.env.A_SOURCES_KEY_FILE = file('empty', '\n');
    expect(() => environmentValue('A_SOURCES_KEY')).toThrow(/^A_SOURCES_KEY_FILE=".*empty" is empty\./);
    delete process.env.A_SOURCES_KEY_FILE;
  });

  test('is never printed, neither with an address nor in an error about the settings', () => {
    expect(hidePassword('redis://user:hunter2@redis,redis://other')).toBe('redis://user:***@redis,redis://other');
    for (const wrong of [{ ADMIN_TOKEN: 'hunter2' }, { REDIS_PASSWORD: 'hunter2' }, { NTFY_TOKEN: 'hunter2\n' }])
      expect(() => readConfig({ ...wrong, PORT: 'x' })).toThrow(/^(?![\s\S]*hunter2)[\s\S]*PORT="x"/);
  });

  test('of a source may be in a file too', () => {
    process.env.A_SOURCES_KEY_FILE = file('key', 'from the file\n');
    expect(environmentValue('A_SOURCES_KEY')).toBe('from the file');
    process.env.A_SOURCES_KEY = 'as it is';
    expect(environmentValue('A_SOURCES_KEY')).toBe('as it is');
    delete process.env.A_SOURCES_KEY_FILE;
    delete process.env.A_SOURCES_KEY;
  });
});

describe('the password of Redis', () => {
  test('applies to every cluster address that has none of its own', () => {
    const REDIS_URL = 'rediss://a:1,rediss://me:own@b:2';
    expect(readConfig({ REDIS_URL, REDIS_PASSWORD: 'x y' }).REDIS_URL).toBe('rediss://:x%20y@a:1,rediss://me:own@b:2');
  });

  test('without an address is an error', () => {
    for (const REDIS_URL of ['', 'unix:///run/redis.sock'])
      expect(() => readConfig({ REDIS_URL, REDIS_PASSWORD: 'x' })).toThrow('REDIS_PASSWORD="…"');
  });
});

test('an admin token has a minimum length, or there is none', () => {
  expect(() => readConfig({ ADMIN_TOKEN: 'short' })).toThrow('At least 16 characters');
  expect(readConfig({ ADMIN_PORT: '9100' })).toMatchObject({ ADMIN_PORT: 9100, ADMIN_TOKEN: '' });
});
