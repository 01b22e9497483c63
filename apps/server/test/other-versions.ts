import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const migrations = 'apps/server/src/store/migrations';

/** Another version of the server, ready to be started. */
export interface OtherVersion {
  /** Its folder `apps/server`. */
  readonly app: string;
  readonly remove: () => void;
}

/** This version with further migrations, as the next version may have them. */
export function makeNewerVersion(
  ...further: readonly { readonly name: string; readonly text: string }[]
): OtherVersion {
  const { folder, remove } = makeFolder('newer');
  const app = path.join(folder, 'apps/server');
  mkdirSync(app, { recursive: true });
  for (const name of ['bundle', 'package.json'])
    cpSync(path.join(root, 'apps/server', name), path.join(app, name), { recursive: true });
  for (const name of ['node_modules', 'packages', 'apps/portal', 'apps/server/src'])
    symlinkSync(path.join(root, name), path.join(folder, name));
  // As in an image, where the migrations lie in the bundle.
  const own = path.join(app, 'bundle/store/migrations');
  cpSync(path.join(root, migrations), own, { recursive: true });
  for (const { name, text } of further) writeFileSync(path.join(own, `${name}.sql`), text);
  return { app, remove };
}

function makeFolder(name: string): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), `platen-${name}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
