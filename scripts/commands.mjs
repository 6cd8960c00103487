/** The commands of the program, in the order of `--help`: arguments, descriptions and subcommands. */
export const commands = {
  start: {
    takes: '[--boards BOARDS]',
    about:
      'Run the service: with boards of the catalogue ("technology", "all"), yours, or a demo board while there are none.',
  },
  search: { takes: 'WORDS [options]', about: 'Search from the terminal.' },
  watch: { takes: '[MINUTES] WORDS [options]', about: 'Search at an interval in minutes and print only new jobs.' },
  export: { takes: 'FILE [WORDS] [options]', about: 'Keep a file with all jobs of a search; needs a key.' },
  lookup: { takes: 'FILE [--json]', about: 'Check whether the postings in a file are still open.' },
  similar: { takes: 'JOB_ID [--json]', about: 'List openings of other companies that resemble a job.' },
  company: { takes: 'NAME [--json]', about: 'List the openings of a company, and recently closed ones.' },
  hide: { takes: 'JOB_ID… | --list', about: 'Hide jobs from the searches with your key.' },
  unhide: { takes: 'JOB_ID…', about: 'Show hidden jobs again.' },
  watches: {
    takes: 'COMMAND',
    about: 'Send new jobs of a search to an address; needs a key.',
    subcommands: [
      ...['create', 'list', 'change', 'show', 'test', 'deliveries', 'redeliver', 'rotate'],
      ...['pause', 'resume', 'remove'],
    ],
  },
  sources: {
    takes: 'COMMAND',
    about: 'Find, try and edit the boards of the sources file.',
    subcommands: ['add', 'find', 'import', 'catalogue', 'check', 'list', 'remove', 'pause', 'resume', 'kinds'],
  },
  key: {
    takes: 'COMMAND',
    about: 'Create, list, rotate and revoke API keys, and show their usage.',
    subcommands: ['create', 'list', 'account', 'usage', 'revoke', 'rotate'],
  },
  operator: { takes: '', about: 'Print a one-time code that opens the page of boards, /boards, in a browser.' },
  warm: {
    takes: 'COMMAND',
    about: 'List and run the searches that are collected in advance.',
    subcommands: ['list', 'run', 'check'],
  },
  backup: { takes: 'FILE', about: 'Copy API keys, watches, openings and statistics to a file.' },
  restore: { takes: 'FILE [--force]', about: 'Restore such a copy into an empty Redis.' },
  mcp: { takes: '', about: 'Serve the Model Context Protocol on standard input and output.' },
  doctor: {
    takes: '[--bundle FILE]',
    about:
      'Report what is installed, running and wrong, with remedies; --bundle writes it for support, without secrets.',
  },
  settings: { takes: '', about: 'Print every setting with its default.' },
  completion: {
    takes: 'SHELL',
    about: 'Print the completion script of a shell.',
    subcommands: ['bash', 'zsh', 'fish'],
  },
};
