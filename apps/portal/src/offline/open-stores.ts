import type { BodyOf } from '@platen/contract/endpoint';
import type { VisitPack } from '@platen/contract/visit-pack';
import type { recordVisit } from '@platen/contract/visit-records';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { packsDatabase } from '../platform/stored-packs.ts';
import type { RecordDraft } from './record-draft.ts';

/** A pack on this device, of one user. */
export interface StoredPack {
  readonly visitId: string;
  readonly subject: string;
  /** When it was stored, ms since 1970. */
  readonly storedAt: number;
  readonly pack: VisitPack;
}

/** A record that was written on this device (VP-23). Its key is its idempotency key. */
export interface StoredRecord {
  readonly key: string;
  readonly subject: string;
  readonly visitId: string;
  readonly body: BodyOf<typeof recordVisit>;
  /** For the list: serial and place, and the customer. */
  readonly label: string;
  readonly customer: string | null;
  readonly savedAt: number;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly triedAt: number | null;
  readonly sentAt: number | null;
  /** Application code of the refusal, and what the server says about it. */
  readonly refusal: { readonly code: number; readonly detail: string } | null;
  readonly isOnOlderPlan: boolean;
}

/** What was entered of a record that is not saved yet; its form is that of the screen. */
interface StoredDraft {
  readonly subject: string;
  readonly visitId: string;
  readonly deviceId: string;
  readonly changedAt: number;
  readonly draft: RecordDraft;
}

interface Packs extends DBSchema {
  packs: { key: string; value: StoredPack };
}
interface Records extends DBSchema {
  records: { key: string; value: StoredRecord; indexes: { bySubject: string } };
  drafts: { key: [string, string, string]; value: StoredDraft };
}

/** Packs and records lie in databases of their own: a logout deletes the packs, never what was not sent. */
export const openPacks = (): Promise<IDBPDatabase<Packs>> =>
  openDB<Packs>(packsDatabase, 1, {
    upgrade: (db) => void db.createObjectStore('packs', { keyPath: 'visitId' }),
    // A logout in another tab deletes the database; it waits for open ones.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });

export const openRecords = (): Promise<IDBPDatabase<Records>> =>
  openDB<Records>('platen-records', 2, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('records', { keyPath: 'key' }).createIndex('bySubject', 'subject');
      db.createObjectStore('drafts', { keyPath: ['subject', 'visitId', 'deviceId'] });
    },
  });

/** Runs `work` with the database of records open. */
export async function withRecords<T>(work: (db: IDBPDatabase<Records>) => Promise<T>): Promise<T> {
  const db = await openRecords();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
