import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { recogniseAddress } from '../../../worker/recognise/recognise-address.js';

/** One judged address: the right kind (`-` = none) and the settings that must be recognised, `name=value;…`. */
type Judged = { address: string; kind: string; settings: Record<string, string> };

/** Addresses of the kinds with their own interfaces, and of further systems and services. */
const files = ['judged-addresses.tsv', 'judged-addresses-of-systems.tsv'];
const judged = files
  .flatMap((file) => readFileSync(projectFile(`test/fixtures/${file}`), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line): Judged => {
    const [address = '', kind = '', written = ''] = line.split('\t');
    const pairs = written.split(';').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at === -1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    });
    return { address, kind, settings: Object.fromEntries(pairs) };
  });

describe('the judged addresses', () => {
  const read = judged.map((each) => {
    const found = recogniseAddress(each.address);
    const kind = found?.kind.kind ?? '-';
    const isRight =
      kind === each.kind && Object.entries(each.settings).every(([name, value]) => found?.settings[name] === value);
    return { ...each, found: kind, stated: found?.settings, isRight };
  });

  it('are recognised in 98 % of cases', () => {
    const wrong = read.filter(({ isRight }) => !isRight);
    expect(judged.length).toBeGreaterThan(400);
    expect(wrong.length <= read.length * 0.02 ? [] : wrong).toEqual([]);
  });
  it('are never taken for another kind', () => {
    expect(read.filter(({ kind, found }) => found !== '-' && found !== kind)).toEqual([]);
  });
});
