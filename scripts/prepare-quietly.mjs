import { build } from './build.mjs';
import { installPackages } from './install-packages.mjs';

/** Runs a set-up whose words go to standard error, so that standard output carries the command's outcome alone; gives what it gives. */
export async function quietly(setUp) {
  const write = process.stdout.write;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    return await setUp();
  } finally {
    process.stdout.write = write;
  }
}

/** Packages and a build, as every command needs them that has to print nothing else. */
export const prepareQuietly = () =>
  quietly(() => {
    installPackages();
    build();
  });
