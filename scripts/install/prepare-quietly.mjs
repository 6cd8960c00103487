import { build } from '../build.mjs';
import { installPackages } from './install-packages.mjs';

/** Runs a set-up step with its output on standard error, so that standard output has only the command's result; returns its result. */
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
