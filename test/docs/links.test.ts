import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: projectFile('.'), encoding: 'utf8' });
const documents = listed.split('\n').filter((file) => file !== '' && existsSync(projectFile(file)));
const read = (file: string): string => readFileSync(projectFile(file), 'utf8');

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
  const slugs = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replace(/ /g, '-'),
  );
  return new Set(slugs.flatMap((slug, at) => (slugs.indexOf(slug) === at ? [slug] : [slug, `${slug}-1`, `${slug}-2`])));
}

/** The links of a document that lead nowhere. */
function broken(file: string): string[] {
  const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map(
    ([, to = '']) => to,
  );
  return links
    .filter((to) => !/^[a-z]+:|^\//.test(to))
    .filter((to) => {
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(projectFile(target))) return true;
      if (anchor === undefined || statSync(projectFile(target)).isDirectory() || !target.endsWith('.md')) return false;
      return !anchorsOf(target).has(anchor);
    });
}

test.each(documents)('%s: every link leads to a file, and to a heading in it', (file) => {
  expect(broken(file)).toEqual([]);
});

test('alert rules, code and pages name documents and headings that exist', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.yml', '*.yaml', '*.env', '*.html', '*.service'], {
    cwd: projectFile('.'),
    encoding: 'utf8',
  });
  const wrong: string[] = [];
  for (const file of files
    .split('\n')
    .filter((each) => each !== '' && !each.startsWith('test/') && existsSync(projectFile(each))))
    for (const [named, document = '', anchor] of read(file).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g))
      if (!existsSync(projectFile(document)) || (anchor !== undefined && !anchorsOf(document).has(anchor)))
        wrong.push(`${file}: ${named}`);
  expect(wrong).toEqual([]);
});
