import { build } from './build.mjs';
import { installPackages } from './install/install-packages.mjs';

// Before `npm pack`: the package contains what the build makes, the gazetteer among it.
installPackages();
build();
