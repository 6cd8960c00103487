import { build } from './build.mjs';
import { installPackages } from './install/install-packages.mjs';

// Before `npm pack`: the package contains the build output, including the gazetteer.
installPackages();
build();
