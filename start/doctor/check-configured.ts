import { type Config, configSchema, readConfig } from '../../shared/config.js';
import { ownSourcesFile } from '../../shared/data-dir.js';
import { hasOwnBoards } from '../own-sources.js';
import type { Finding } from './finding.js';

/**
 * Reads the sources file of these settings and resolves with the number of its boards, and those that are read although robots.txt
 * may forbid it, with the operator's words for that; rejects with all of its mistakes.
 */
export type CountBoards = (config: Config) => Promise<{ boards: number; paused: number; allowed?: string[] }>;

/** The settings as the service would read them, `null` where it would not start, and what is to be said of them. */
export async function checkConfigured(
  environment: NodeJS.ProcessEnv,
  countBoards: CountBoards,
): Promise<{ config: Config | null; findings: Finding[] }> {
  const part = 'configured';
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    const advice = '"npx job-search settings" prints every setting with its values and default.';
    return { config: null, findings: [{ part, state: 'wrong', what: wordsOf(error), advice }] };
  }
  const set = Object.keys(configSchema.shape).filter((name) => (environment[name] ?? '') !== '');
  const findings: Finding[] = [
    { part, state: 'ok', what: `settings: ${set.length === 0 ? 'all defaults' : set.join(', ')}` },
  ];
  findings.push(...(await checkSources(config, countBoards)));
  if (config.SOURCES !== '' && config.CONTACT === '')
    findings.push({
      part,
      state: 'note',
      what: 'CONTACT is not set: the boards cannot tell whose requests these are',
      advice: 'Set CONTACT to a mail or web address; it becomes part of the User-Agent.',
    });
  return { config, findings };
}

async function checkSources(config: Config, countBoards: CountBoards): Promise<Finding[]> {
  const part = 'configured';
  const file = config.SOURCES || ownSourcesFile(config);
  try {
    if (config.SOURCES === '' && !hasOwnBoards(file))
      return [
        {
          part,
          state: 'note',
          what: 'there are no boards yet: the service would show the invented jobs of its demo board',
          advice: '"npx job-search start --boards technology" starts it with boards of the catalogue.',
        },
      ];
    const { boards, paused, allowed = [] } = await countBoards({ ...config, SOURCES: file });
    const resting = paused === 0 ? '' : `, ${paused} of them paused`;
    return [
      { part, state: 'ok', what: `sources file ${file}: ${boards + paused} sources${resting}` },
      ...allowed.map((what): Finding => ({ part, state: 'note', what: `read whatever its robots.txt says: ${what}` })),
    ];
  } catch (error) {
    const advice = '"npx job-search sources kinds" describes what a source may have.';
    return [{ part, state: 'wrong', what: wordsOf(error), advice }];
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
