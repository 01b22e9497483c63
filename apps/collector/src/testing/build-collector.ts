import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds the collector, so that a test can start it as a process of its own. Quick where nothing changed. */
export async function buildCollector(): Promise<void> {
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', `${root}apps/collector`], { cwd: root });
}

/** What a source file was built to. */
export const toBuilt = (source: URL): string =>
  fileURLToPath(source).replace('/apps/collector/src/', '/apps/collector/dist/').replace(/\.ts$/, '.js');
