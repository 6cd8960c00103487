import { basename } from 'node:path';

/**
 * How to type a command so that it starts as this process was started: `npx job-search key` from the program, `npm run key --`
 * from a script of package.json. `script` is the file that Node runs.
 */
export function startedAs(command: string, script: string = process.argv[1] ?? ''): string {
  const isProgram = /^job-search(?:\.mjs)?$/.test(basename(script));
  if (command === 'start') return isProgram ? 'npx job-search start' : 'npm start';
  return isProgram ? `npx job-search ${command}` : `npm run ${command} --`;
}
