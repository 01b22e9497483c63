import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run of the end-to-end tests, for data that several files use. */
    runFolder: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'platen-e2e-run-'));
  // For root the database belongs to another user, who must reach its files here.
  chmodSync(folder, 0o755);
  project.provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
