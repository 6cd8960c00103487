import { build } from './build.mjs';
import { installPackages } from './install-packages.mjs';

installPackages();
build();
await import('../dist/bench/real/main.js');
