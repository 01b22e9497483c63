import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StoreFailure, toErrorCode, toMessage } from '../../base/errors.ts';

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

/** Where the parts of the embedded PostgreSQL lie. */
export interface Places {
  /** All of it; mode 0700, owned by the user who runs PostgreSQL. */
  base: string;
  /** PostgreSQL's own data directory. */
  data: string;
  /** Folder of the Unix socket; short, as a socket's path is limited to 107 bytes. */
  socket: string;
  /** What PostgreSQL writes about itself. */
  logFile: string;
}

/** A socket path holds 107 bytes; `/.s.PGSQL.5432` takes 14 and its `.lock` file 5. */
const longestSocketFolder = 107 - 14 - 5;
/** Where the database goes when its user could not enter the data directory (a home of mode 0700). */
const sharedBase = '/var/lib/platen';
const pointerFile = 'database-location';
const ownerFile = 'belongs-to';

/** Decides and creates the folders. Throws `StoreFailure` where one cannot be made. */
export function preparePlaces(dataDirectory: string, owner: Owner | undefined): Places {
  return explainTrouble(dataDirectory, () => prepare(dataDirectory, owner));
}

/** Does work with files of the data directory; a refusal of the system becomes one sentence. */
export function explainTrouble<T>(dataDirectory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    const reason = { ENOSPC: 'the disk is full', EACCES: 'no permission', EROFS: 'the file system is read-only' };
    const known = Object.entries(reason).find(([code]) => code === toErrorCode(error))?.[1];
    throw new StoreFailure(
      `The data directory ${dataDirectory} cannot be used: ${known === undefined ? '' : `${known}: `}${toMessage(error)}. Set PLATEN_DATA to another folder, or PLATEN_DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

function prepare(dataDirectory: string, owner: Owner | undefined): Places {
  makeEnterable(dataDirectory);
  const home = realpathSync(dataDirectory);
  const base = chooseBase(home, owner);
  makePrivate(base, owner);
  const near = path.join(base, 'run');
  const socket =
    Buffer.byteLength(near) <= longestSocketFolder ? near : path.join('/tmp', `platen-${toShortHash(base)}`);
  makePrivate(socket, owner);
  return { base, data: path.join(base, 'data'), socket, logFile: path.join(base, 'postgres.log') };
}

/**
 * Below the data directory, or, where PostgreSQL's user cannot enter that, below /var/lib/platen, with a note
 * of where.
 */
function chooseBase(home: string, owner: Owner | undefined): string {
  const pointer = path.join(home, pointerFile);
  const noted = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  const near = path.join(home, 'postgres');
  if (owner !== undefined && noted === undefined) letThrough(home, owner);
  if (noted === undefined && (owner === undefined || existsSync(path.join(near, 'data')) || canEnter(home, owner)))
    return near;
  // A new name each time: a user who deleted the data directory wants to start over, not to find the old data
  // again.
  const base = noted ?? path.join(sharedBase, randomBytes(6).toString('hex'));
  if (noted === undefined) writeFileSync(pointer, `${base}\n`);
  makeEnterable(path.dirname(base));
  makePrivate(base, owner);
  claim(base, home);
  return base;
}

/**
 * A copied data directory must not run on the database of its original; a moved one takes its database along.
 */
function claim(base: string, home: string): void {
  const file = path.join(base, ownerFile);
  const before = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (before !== undefined && before !== home && existsSync(path.join(before, pointerFile)))
    throw new StoreFailure(
      `The database at ${base} belongs to the data directory ${before}, of which ${home} seems to be a copy. Delete ${path.join(home, pointerFile)} to begin with an empty database here.`,
    );
  if (before !== home) writeFileSync(file, `${home}\n`);
}

/** Whether a user can pass through every folder down to this one, by its mode bits. */
export function canEnter(folder: string, user: Owner): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Where only the data directory itself keeps PostgreSQL's user out, its group may pass; no user may list or
 * read more than before.
 */
function letThrough(home: string, owner: Owner): void {
  const { mode, uid } = statSync(home);
  if (uid !== 0 || (mode & 0o077) !== 0 || !canEnter(path.dirname(home), owner)) return;
  chownSync(home, uid, owner.gid);
  chmodSync(home, (mode & 0o7777) | 0o010);
}

/** Makes a folder whose new parts others may pass through, whatever the umask. */
function makeEnterable(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let at = path.resolve(folder); at.length >= first.length; at = path.dirname(at)) chmodSync(at, 0o755);
}

/**
 * Mode 0700 and owned by PostgreSQL's user. A folder of somebody else is refused: in /tmp anybody could have
 * laid it.
 */
function makePrivate(folder: string, owner: Owner | undefined): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined && owner !== undefined)
    chownSync(folder, owner.uid, owner.gid);
  const { uid } = lstatSync(folder);
  const expected = owner?.uid ?? process.getuid?.();
  if (!lstatSync(folder).isDirectory()) throw new StoreFailure(`${folder} is not a folder.`);
  if (expected !== undefined && uid !== expected)
    throw new StoreFailure(
      `The folder ${folder} belongs to user id ${uid}, but the database runs as user id ${expected}. ` +
        (owner === undefined
          ? 'It was probably made by a start as root: start as root again, or set PLATEN_DATA to another folder.'
          : `It was probably made by a start as an ordinary user: start as that user, or give it over with 'chown -R ${owner.name} ${folder}'.`),
    );
  chmodSync(folder, 0o700);
}

const toShortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
