import { projectFile } from '../../shared/project-file.js';

/** The file that the threads of a pool run: `thread-tasks.ts` and all it imports, as the build puts it into one module. */
export const threadFile = (): string => projectFile('dist/worker/threads/bundled-tasks.js');
