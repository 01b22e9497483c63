import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds the collector, so that a test can start it as a process. Fast if nothing changed. */
export async function buildCollector(): Promise<void> {
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', `${root}apps/collector`], { cwd: root });
}

/** The built file of a source file. */
export const toBuilt = (source: URL): string =>
  fileURLToPath(source).replace('/apps/collector/src/', '/apps/collector/dist/').replace(/\.ts$/, '.js');
