import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RefusalIssue {
  path: string;
  message: string;
}

/**
 * Reports that the server will never accept, for the user: one JSON file each, with the reason.
 * The oldest are removed beyond `limit`.
 */
export class RefusedArea {
  readonly #directory: string;
  readonly #limit: number;
  #count = 0;

  constructor(directory: string, limit: number) {
    this.#directory = directory;
    this.#limit = limit;
  }

  async add(line: Buffer, issues: readonly RefusalIssue[], at: Date): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
    const name = `${stamp}-${process.pid}-${String(this.#count++).padStart(6, '0')}.json`;
    const text = `${JSON.stringify({ refusedAt: at.toISOString(), issues, report: toJson(line) }, null, 2)}\n`;
    await writeFile(join(this.#directory, name), text, { mode: 0o600 });
    const names = (await readdir(this.#directory)).filter((name) => name.endsWith('.json')).sort();
    for (const old of names.slice(0, Math.max(0, names.length - this.#limit)))
      await rm(join(this.#directory, old), { force: true });
  }
}

/** The report itself, or its text if it is not JSON. */
function toJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return line.toString('utf8');
  }
}
