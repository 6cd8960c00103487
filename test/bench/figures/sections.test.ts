import { expect, test } from '@jest/globals';
import { readSections, withSection } from '../../../bench/figures/sections.js';

const page = `# Page

By hand.

<!-- one:begin -->
1
<!-- one:end -->

<!-- three:begin -->
3
<!-- three:end -->

By hand, too.
`;

test('A section is replaced and all around it stays, dollar signs included.', () => {
  const changed = withSection(page, 'one', '\n$& new\n');
  expect([...readSections(changed)]).toEqual([
    ['one', '$& new\n'],
    ['three', '3\n'],
  ]);
  expect(changed.replace('$& new', '1')).toBe(page);
});

test('A new section stands before those that follow it, else at the end; without a place for it nothing is written.', () => {
  expect([...readSections(withSection(page, 'two', '2', ['none', 'three'])).keys()]).toEqual(['one', 'two', 'three']);
  expect(withSection(page, 'four', '4', ['none'])).toBe(`${page}\n<!-- four:begin -->\n4\n<!-- four:end -->\n`);
  expect(() => withSection(page, 'four', '4')).toThrow('<!-- four:begin -->');
});
