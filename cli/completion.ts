import { RootCommand } from '@bomb.sh/tab';
import { type Field, fieldNames, fields } from '../shared/search/fields.js';
import { fieldOptions, otherOptions } from './options.js';

/** The commands of the program by name; a command may have subcommands. */
export type Commands = Readonly<Record<string, { about: string; subcommands?: readonly string[] }>>;

export type Completion = {
  /** Prints the script that a shell reads once: `source <(job-search completion bash)`. */
  printScript(shell: string): void;
  /** Prints what may follow these words, the last of which is incomplete, in the format of those scripts. */
  complete(words: readonly string[]): void;
};

/** The commands that take the options of a search. */
const searching = ['search', 'watch', 'export'];
/** Options of a search that make no sense where all jobs are read. */
const paging: ReadonlySet<string> = new Set(['limit', 'page']);

/** Completion of commands, their options, and the words of each field. */
export function createCompletion(commands: Commands): Completion {
  const program = new RootCommand();
  for (const [name, { about, subcommands = [] }] of Object.entries(commands)) {
    const command = program.command(name, about);
    if (subcommands.length > 0)
      command.argument('command', (complete) => {
        for (const each of subcommands) complete(each, '');
      });
    if (searching.includes(name)) addSearchOptions(command, name);
  }
  return {
    printScript: (shell) => program.setup('job-search', 'job-search', shell),
    complete: (words) => program.parse([...words]),
  };
}

function addSearchOptions(command: ReturnType<RootCommand['command']>, name: string): void {
  for (const field of fieldNames) {
    if (name !== 'search' && paging.has(field)) continue;
    const { allowed = [], summary }: Field = fields[field];
    command.option(fieldOptions[field][0], summary, (complete) => {
      // Punctuation does not matter in a value, and a shell would divide it at a space.
      for (const word of allowed) if (word !== '') complete(word.replaceAll(' ', '-'), '');
    });
  }
  for (const [option, { value, about }] of Object.entries(otherOptions)) {
    if (name === 'watch' && option === 'watch') continue;
    if (name === 'export' && option !== 'quiet' && option !== 'help') continue;
    if (value === null) command.option(option, about);
    else command.option(option, about, () => undefined);
  }
}
