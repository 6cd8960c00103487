import { build } from './build.mjs';
import { installPackages } from './install/install-packages.mjs';

installPackages();
build();
await import('../dist/demo-board/main.js');
