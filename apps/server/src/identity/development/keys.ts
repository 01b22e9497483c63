import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { type Settings, toAudience, toAuthority } from '../../settings/settings.ts';

const privateKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
});
const keyFile = z.object({ signing: privateKey, cookies: z.array(z.string()).check(z.minLength(1)) });

/** Signing key and cookie secrets of the development sign-in. */
export type DevelopmentKeys = z.infer<typeof keyFile>;

const toFile = (dataDirectory: string) => path.join(dataDirectory, 'sign-in', 'keys.json');

/** Reads the keys; undefined where none were made yet. Throws on a file that is not what we wrote. */
export async function readKeys(dataDirectory: string): Promise<DevelopmentKeys | undefined> {
  const file = toFile(dataDirectory);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const parsed = keyFile.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${file} is damaged; remove it and start again (all must sign in again)`);
  return parsed.data;
}

/**
 * The keys of this data directory, made on first use, readable by this user only; tokens so survive a
 * restart.
 */
export async function ensureKeys(dataDirectory: string): Promise<DevelopmentKeys> {
  const found = await readKeys(dataDirectory);
  if (found) return found;
  const { privateKey: key } = await generateKeyPair('ES256', { extractable: true });
  const signing = { ...(await exportJWK(key)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  const file = toFile(dataDirectory);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await chmod(path.dirname(file), 0o700);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ signing, cookies: [randomBytes(32).toString('base64url')] }), {
    mode: 0o600,
    flush: true,
  });
  // A link fails if the file exists: of two processes that start at once, the first one's keys are used.
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  const made = await readKeys(dataDirectory);
  if (!made) throw new Error(`${file} vanished while it was made`);
  return made;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An access token as the development sign-in issues them, for `subject`, valid for the given number of
 * seconds.
 */
export async function signToken(
  settings: Settings,
  keys: DevelopmentKeys,
  subject: string,
  seconds: number,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT({ client_id: settings.clientId, scope: 'openid profile', ...claims })
    .setProtectedHeader({ alg: keys.signing.alg, kid: keys.signing.kid, typ: 'at+jwt' })
    .setIssuer(toAuthority(settings))
    .setAudience(toAudience(settings))
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds} s`)
    .sign(await importJWK(keys.signing, keys.signing.alg));
}
