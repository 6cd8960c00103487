import { build } from './build.mjs';
import { installPackages } from './install-packages.mjs';

// Standard output carries the outcome or the table alone: what the set-up has to say goes to standard error.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
installPackages();
build();
process.stdout.write = write;
await import('./run-warm.mjs');
