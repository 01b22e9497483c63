// Installs what is missing and builds what is stale.
import { buildAll, checkNode, installPackages } from './lib/prepare.mjs';
import { runMain } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  await installPackages();
  await buildAll();
});
