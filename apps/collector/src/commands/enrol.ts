import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { arch, hostname, release, type as systemType } from 'node:os';
import { join } from 'node:path';
import { enrolCollector, type RemoteLevel, readCode, toSignedText } from '@platen/contract/enrolment';
import { errorBody } from '@platen/contract/errors';
import { toFailureReason, toServerUrl } from '../delivery/post.ts';
import { openDataFolder, parseJson } from '../platform/data-files.ts';
import { SettingsError } from '../platform/errors.ts';
import { type Line, send } from '../platform/http.ts';
import { remoteFileName } from '../remote/remote-file.ts';
import { type Enrolment, writeEnrolment } from '../settings/enrolment.ts';

export interface EnrolOptions {
  readonly code: string;
  readonly server: URL;
  readonly data: string;
  readonly line: Line;
  /** The proxy as given, with its password. */
  readonly proxy: string | undefined;
  /** How far the portal may go; undefined: the default. */
  readonly remote?: RemoteLevel | undefined;
  readonly version: string;
}

const toX = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);

/** What the user reads for a refusal of the server. */
const refusals: Readonly<Record<number, string>> = {
  204001: 'the server does not know this code: check it for typing errors, and that the server is the right one',
  204002: 'this code was used already or has expired: ask for a new one in the portal',
  203001: 'too many tries with codes: wait a minute and try again',
};

/**
 * Makes the keys of this collector, sends their public halves with the code, and saves what the server
 * answers in the data folder (CF-02). Throws `SettingsError` with what to do.
 */
export async function enrol({ code, server, data, line, proxy, remote, version }: EnrolOptions): Promise<Enrolment> {
  const read = readCode(code);
  if (read === undefined)
    throw new SettingsError(`'${code}' is no code: it has ten letters and digits, as in K7M4P-QX9TD`);
  // A folder that cannot be written must be found out before the code is used up.
  await openDataFolder(data);
  const [identity, encryption] = [generateKeyPairSync('ed25519'), generateKeyPairSync('x25519')];
  const encryptionKey = toX(encryption.publicKey);
  const machine = await readMachine();
  const answer = await send(line, toServerUrl(server, enrolCollector.path), {
    method: enrolCollector.method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': `platen-collector/${version}`,
    },
    body: JSON.stringify({
      code: read,
      publicKey: toX(identity.publicKey),
      encryptionKey,
      signature: sign(null, Buffer.from(toSignedText(read, encryptionKey)), identity.privateKey).toString('base64url'),
      ...(machine === undefined ? {} : { machine }),
      host: hostname().slice(0, 256),
      system: await readSystem(),
      version,
    }),
    signal: AbortSignal.timeout(30_000),
    answerLimit: 64 * 1024,
  }).catch((error: unknown) => {
    throw new SettingsError(
      `${server.origin} cannot be reached: ${toFailureReason(error)} (platen-collector check --server URL names the step that fails)`,
    );
  });
  const json = parseJson(answer.body);
  const given = enrolCollector.answer.safeParse(json);
  if (answer.status !== 200 || !given.success) {
    const refused = errorBody.safeParse(json);
    const text = refused.success ? (refusals[refused.data.errorCode] ?? refused.data.detail[0]?.msg) : undefined;
    throw new SettingsError(
      text ?? `${server.origin} is no Platen server, or one without enrolment (status ${answer.status})`,
    );
  }
  const { collectorId, name, key, site } = given.data;
  const enrolment: Enrolment = {
    format: 1,
    server: server.href,
    collectorId,
    name,
    key,
    site,
    enrolledAt: new Date().toISOString(),
    identityKey: toJwk(identity.privateKey),
    encryptionKey: toJwk(encryption.privateKey),
    ...(proxy === undefined ? {} : { proxy }),
    ...(remote === undefined ? {} : { remote }),
    ...(line.noProxy === undefined ? {} : { noProxy: line.noProxy }),
    ...(line.authorities === undefined ? {} : { authorities: line.authorities }),
  };
  // Settings of the portal were for who this was before.
  await rm(join(data, remoteFileName), { force: true });
  await writeEnrolment(data, enrolment);
  return enrolment;
}

const toJwk = (key: KeyObject): Record<string, string> =>
  Object.fromEntries(Object.entries(key.export({ format: 'jwk' })).map(([name, value]) => [name, String(value)]));

/** The fingerprint that the portal shows of this collector. */
export function toFingerprint({ identityKey }: Enrolment): string {
  const raw = Buffer.from(identityKey['x'] ?? '', 'base64url');
  return createHash('sha256').update(raw).digest('hex').slice(0, 16);
}

/** Distinguishes this machine without describing it; undefined where the system has no such id. */
async function readMachine(): Promise<string | undefined> {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    const id = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (/^[0-9a-f]{32}$/.test(id)) return createHash('sha256').update(`platen-collector ${id}`).digest('hex');
  }
  return undefined;
}

async function readSystem(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text)?.[1] ?? `${systemType()} ${release()}`;
  return `${name}, ${arch()}`.slice(0, 256);
}
