// Types, lint, format, import direction and dead code. Prints what fails; ends with 1 if anything did.
import { checkAll } from './lib/check-all.mjs';
import { checkNode, installPackages } from './lib/prepare.mjs';
import { runMain, Stop } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  await installPackages();
  const { failed } = await checkAll();
  if (failed > 0) throw new Stop(`${failed} of the checks failed.`);
});
