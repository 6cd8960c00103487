import { describe, expect, test } from '@jest/globals';
import { demoSources } from '../../demo-board/sources.js';
import { commonSettings } from '../../worker/sources/source.js';
import { serveDemo } from './lib/serve-demo.js';

const { sources } = demoSources(4010);

describe('demoSources', () => {
  test('names the three boards', () => {
    expect(sources.map(({ id, kind }) => [id, kind])).toEqual([
      ['demo-greenhouse', 'greenhouse'],
      ['demo-careers', 'site'],
      ['demo-spa', 'site'],
    ]);
  });

  test('stays within the limits of the settings every kind accepts', () => {
    for (const source of sources) expect(commonSettings.loose().safeParse(source).error).toBeUndefined();
  });

  test('contains URLs that respond', async () => {
    const demo = await serveDemo(30);
    const port = Number(new URL(demo.origin).port);
    const [greenhouse, careers, spa] = demoSources(port).sources;
    const filled = (template: string): string =>
      template.replace('{keyword}', 'nurse').replace('{location}', 'Berlin').replace('{page}', '1');
    for (const url of [
      `${greenhouse.baseUrl}/v1/boards/${greenhouse.board}/jobs`,
      filled(careers.search),
      filled(spa.search),
    ])
      expect((await fetch(url)).status).toBe(200);
    await demo.close();
  });
});
