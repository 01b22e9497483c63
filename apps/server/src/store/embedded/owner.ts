import { readFileSync } from 'node:fs';
import { StoreFailure } from '../../base/errors.ts';

/** The system user that PostgreSQL runs as. */
export interface Owner {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root: then it runs as `nobody`; else as the user of this process (undefined).
 */
export function readOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = toOwner(readFileSync('/etc/passwd', 'utf8'), 'nobody');
  if (owner === undefined)
    throw new StoreFailure(
      "PostgreSQL does not run as root and this system has no user 'nobody' in /etc/passwd to run it as. Start Platen as an ordinary user, or set PLATEN_DATABASE_URL.",
    );
  return owner;
}

/** One user of a passwd file. */
export function toOwner(passwd: string, name: string): Owner | undefined {
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid !== undefined && gid !== undefined && /^\d+$/.test(uid) && /^\d+$/.test(gid))
      return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
