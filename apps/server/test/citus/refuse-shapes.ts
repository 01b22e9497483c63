import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { findShapes } from './find-shapes.ts';
import type { LoggedStatement } from './statement-log.ts';

/** Where a statement with a shape comes from: `jobs/offline.ts lockOverShards`. */
type Finding = `${string} ${string}`;

/** The shapes of all statements that the tests of a run had the server send, each with one such statement. */
async function readFindings(folder: string): Promise<{ findings: Map<Finding, string>; statements: number }> {
  await loadModule();
  const logged = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LoggedStatement),
  );
  const statements = new Map(logged.map((one) => [one.text, one]));
  const findings = new Map<Finding, string>();
  for (const { text, file } of statements.values())
    for (const shape of findShapes(text)) findings.set(`${file} ${shape}`, text);
  return { findings, statements: statements.size };
}

/**
 * Fails a run in which the server sent a statement that Citus refuses (0821). It sees what the tests of this
 * run send: a run of one file says nothing of the others.
 */
export async function refuseShapes(folder: string): Promise<void> {
  try {
    const { findings, statements } = await readFindings(folder);
    console.log(`${statements} statements looked at for Citus: ${findings.size} shapes that it refuses`);
    if (findings.size === 0) return;
    const listed = [...findings].map(([finding, text]) => `${finding}\n  ${text}`).join('\n');
    console.error(`Citus refuses these statements (docs/decisions/0821):\n${listed}`);
    // Vitest reports an error of a teardown, and ends with 0.
    process.exitCode = 1;
  } finally {
    if (process.env.PLATEN_KEEP_STATEMENTS !== '1') rmSync(folder, { recursive: true, force: true });
  }
}
