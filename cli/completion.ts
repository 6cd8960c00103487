import { RootCommand } from '@bomb.sh/tab';
import { type FieldName, fieldNames, fields, type SearchField } from '../shared/search/fields.js';
import { rhythms } from '../shared/watches/rhythm.js';
import { fieldOptions, otherOptions, timeOptions, unwatchedFields } from './options.js';

/** The commands of the program by name; a command may have subcommands. */
export type Commands = Readonly<Record<string, { about: string; subcommands?: readonly string[] }>>;

export type Completion = {
  /** Prints the script that a shell reads once: `source <(job-search completion bash)`. */
  printScript(shell: string): void;
  /** Prints completions of these words, the last of which is incomplete, in the format of those scripts. */
  complete(words: readonly string[]): void;
};

/** Fields that make no sense when all jobs are read. */
const paging: ReadonlySet<FieldName> = new Set(['limit', 'page']);
/** The commands that take search options, and the fields that each omits. */
const searching: Readonly<Record<string, ReadonlySet<FieldName>>> = {
  search: new Set(),
  watch: paging,
  export: paging,
  watches: unwatchedFields,
};
/** The options of commands that take only some search options. */
const others: Readonly<Record<string, readonly string[]>> = {
  export: ['quiet', 'help'],
  watches: ['json', 'help'],
};

/** Completion of commands, their options, and the words of each field. */
export function createCompletion(commands: Commands): Completion {
  const program = new RootCommand();
  for (const [name, { about, subcommands = [] }] of Object.entries(commands)) {
    const command = program.command(name, about);
    if (subcommands.length > 0)
      command.argument('command', (complete) => {
        for (const each of subcommands) complete(each, '');
      });
    const without = Object.hasOwn(searching, name) ? searching[name] : undefined;
    if (without !== undefined) addSearchOptions(command, { name, without });
    if (name === 'watches') {
      command.option('url', 'Where new jobs are sent.', () => undefined);
      command.option(timeOptions.rhythm, 'How often new jobs are sent.', (complete) => {
        for (const word of rhythms) complete(word.replaceAll(' ', '-'), '');
      });
      command.option(timeOptions.quietHours, 'When nothing is sent: 22:00-07:00.', () => undefined);
      command.option(timeOptions.timeZone, 'The time zone of both: Europe/Berlin.', () => undefined);
    }
  }
  return {
    printScript: (shell) => program.setup('job-search', 'job-search', shell),
    complete: (words) => program.parse([...words]),
  };
}

type Searching = { name: string; without: ReadonlySet<FieldName> };

function addSearchOptions(command: ReturnType<RootCommand['command']>, { name, without }: Searching): void {
  for (const field of fieldNames) {
    if (without.has(field)) continue;
    const { allowed = [], summary }: SearchField = fields[field];
    command.option(fieldOptions[field][0], summary, (complete) => {
      // Values ignore punctuation, and a shell would split them at a space.
      for (const word of allowed) if (word !== '') complete(word.replaceAll(' ', '-'), '');
    });
  }
  for (const [option, { value, about }] of Object.entries(otherOptions)) {
    if (name === 'watch' && option === 'watch') continue;
    if (Object.hasOwn(others, name) && others[name]?.includes(option) !== true) continue;
    if (value === null) command.option(option, about);
    else command.option(option, about, () => undefined);
  }
}
