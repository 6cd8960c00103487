import { build } from '../build.mjs';
import { installPackages } from './install-packages.mjs';

/** Runs a setup step with its output on standard error, as standard output is for the command's result. */
export async function quietly(setUp) {
  const write = process.stdout.write;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    return await setUp();
  } finally {
    process.stdout.write = write;
  }
}

/** Installs packages and builds, for commands that must print nothing else. */
export const prepareQuietly = () =>
  quietly(() => {
    installPackages();
    build();
  });
