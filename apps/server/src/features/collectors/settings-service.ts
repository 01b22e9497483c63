import { createHash } from 'node:crypto';
import type { BodyOf } from '@platen/contract/endpoint';
import {
  type CollectorSettings,
  type changeCollectorSettings,
  type SealedCredential,
  toSealContext,
  type WantedDocument,
  wantedDocument,
} from '@platen/contract/remote-settings';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { hiddenText } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { requireRemoteOn, toRemoteOff } from './remote-off.ts';
import { record } from './service.ts';
import { toSettingsState } from './settings-state.ts';
import { readNames, readSettingsRow, type SealedNotes, type SettingsRow, writeWanted } from './settings-store.ts';

type Db = Kysely<Database>;
type Form = BodyOf<typeof changeCollectorSettings>;

/** Settings of a collector, in force and wanted. Refuses 204001. */
export async function readSettings(db: Db, user: SignedInUser, collectorId: string): Promise<CollectorSettings> {
  return toShown(db, await find(db, user, collectorId));
}

async function find(db: Db, user: SignedInUser, collectorId: string, lock = false): Promise<SettingsRow> {
  const row = await readSettingsRow(db, user, collectorId, { lock });
  if (row === undefined) throw new Refusal(204001, 'there is no collector of this id');
  return row;
}

/** The wanted settings of a collector from their text; null: none were ever wanted. */
export const parseWanted = (document: string | null): WantedDocument =>
  document === null ? { settings: {}, credentials: [] } : wantedDocument.parse(JSON.parse(document));

async function toShown(db: Db, row: SettingsRow): Promise<CollectorSettings> {
  const { settings, credentials } = parseWanted(row.document);
  const by = [...Object.values(row.sealed).map((note) => note.by), ...(row.changedBy === null ? [] : [row.changedBy])];
  const nameOf = await readNames(db, by);
  return {
    version: row.version,
    settings,
    // Not the seal itself: no screen needs it.
    credentials: credentials.map((one) => {
      const { sealed: _, ...head } = one;
      const note = row.sealed[head.name];
      return {
        ...head,
        setAt: note?.at ?? new Date(0).toISOString(),
        setBy: note === undefined ? '' : nameOf(note.by),
      };
    }),
    changedAt: row.changedAt?.toISOString() ?? null,
    changedBy: row.changedBy && nameOf(row.changedBy),
    remote: row.remote ?? null,
    remoteOff: toRemoteOff(row.remoteOff),
    state: row.remote && row.remoteOff === null ? toSettingsState(row.remote, row.hash) : null,
    effective: row.effective,
    effectiveAt: row.effectiveAt?.toISOString() ?? null,
    encryptionKey: row.encryptionKey?.toString('base64url') ?? null,
  };
}

/**
 * Changes what a collector should have. Refuses 202002 for another version, 202003 where its own file does
 * not let the portal manage it or its customer has switched remote work off, 202001 for names that are used
 * twice and seals that are missing. `rolloutId`: the change of several collectors that this is a part of.
 */
export async function changeSettings(
  trx: Transaction<Database>,
  user: SignedInUser,
  collectorId: string,
  form: Form,
  rolloutId?: string,
): Promise<CollectorSettings> {
  const row = await find(trx, user, collectorId, true);
  const before = parseWanted(row.document);
  if (row.version !== form.version)
    throw new Refusal(202002, 'the settings were changed meanwhile', {
      body: { current: await toShown(trx, row), changedBy: null },
    });
  requireRemoteOn(row);
  if (row.remote?.level !== 'manage')
    throw new Refusal(202003, 'the file of this collector does not let the portal manage it');
  requireUnique('credentials', form.credentials);
  requireUnique('settings.sites', form.settings.sites ?? []);
  const now = new Date();
  const sealed: Record<string, SealedNotes[string]> = {};
  const credentials = form.credentials.map((one, i): SealedCredential => {
    if (one.sealed !== undefined) {
      sealed[one.name] = { at: now.toISOString(), by: user.userId };
      return { ...one, sealed: one.sealed };
    }
    const stored = before.credentials.find(({ name }) => name === one.name);
    const note = row.sealed[one.name];
    // A seal holds for one name, kind and user alone.
    if (stored === undefined || note === undefined || toSealContext('', stored) !== toSealContext('', one))
      throw new Refusal(202001, `body.credentials[${i}].sealed: '${one.name}' has no secret of this form yet`);
    sealed[one.name] = note;
    return stored;
  });
  const document = JSON.stringify({ settings: form.settings, credentials });
  if (document === row.document) return toShown(trx, row);
  await writeWanted(trx, collectorId, {
    version: row.version + 1,
    document,
    hash: createHash('sha256').update(document).digest('hex'),
    sealed,
    changedAt: now,
    changedBy: user.userId,
  });
  await record(trx, user, 'settings', row.name, {
    version: row.version + 1,
    from: toAudited(before, before),
    to: toAudited({ settings: form.settings, credentials }, before),
    ...(rolloutId !== undefined && { rollout: rolloutId }),
  });
  return toShown(trx, await find(trx, user, collectorId));
}

/** Names of credentials, with a mark where the secret is another one; never the seal. */
const toAudited = ({ settings, credentials }: WantedDocument, before: WantedDocument) => ({
  settings,
  credentials: credentials.map(({ name, kind, sealed }) => {
    const isSame = before.credentials.some((other) => other.name === name && other.sealed === sealed);
    return { name, kind, ...(!isSame && { secret: hiddenText }) };
  }),
});

function requireUnique(place: string, items: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const [i, { name }] of items.entries()) {
    if (names.has(name)) throw new Refusal(202001, `body.${place}[${i}].name: '${name}' is there twice`);
    names.add(name);
  }
}
