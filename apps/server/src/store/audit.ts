import type { Role } from '@platen/contract/rights';
import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import { sendNotice } from './change-notice.ts';
import type { Database } from './database.ts';
import type { ActorKind } from './tables/account-tables.ts';

/**
 * Who makes a change: a person with the call they made, or a kind alone. `subject` is the name on record; of
 * a token it is that of its maker.
 */
export type ChangeActor =
  | 'server'
  | {
      readonly subject: string;
      readonly role?: Role | 'operator';
      readonly tokenId?: string;
      readonly requestId?: string;
    }
  /** The id of the call by a link of a message. */
  | { readonly link: string }
  /** The id of a collector. */
  | { readonly collector: string };

function toActor(actor: ChangeActor): {
  kind: ActorKind;
  name: string;
  requestId?: string | undefined;
  tokenId: string | null;
} {
  if (typeof actor === 'string') return { kind: actor, name: actor, tokenId: null };
  if ('link' in actor) return { kind: 'link', name: 'link', requestId: actor.link, tokenId: null };
  if ('collector' in actor) return { kind: 'collector', name: `collector:${actor.collector}`, tokenId: null };
  const { subject, role, tokenId = null, requestId } = actor;
  return {
    kind: role === 'operator' ? 'operator' : tokenId === null ? 'user' : 'token',
    name: subject,
    requestId,
    tokenId,
  };
}

/**
 * One change: who, what, of what. `subject` is a kind and a name (`group:3`); `detail` never holds a secret.
 */
export interface Change {
  actor: ChangeActor;
  action: string;
  subject: string;
  detail?: Readonly<Record<string, unknown>>;
}

/** Stands in an entry for what people wrote (GE-11). */
export const hiddenText = '(changed)';

/** Records a change; call it in the transaction that makes the change. */
export async function recordChange(trx: Kysely<Database>, change: Change): Promise<void> {
  await recordChanges(trx, [change]);
}

/** Records several changes of one transaction, one entry each. */
export async function recordChanges(trx: Kysely<Database>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('audit_entry')
    .values(
      changes.map(({ actor, action, subject, detail = {} }) => {
        const { kind, name, requestId = null, tokenId } = toActor(actor);
        return {
          audit_id: newId(),
          actor: name,
          actor_kind: kind,
          token_id: tokenId,
          request_id: requestId,
          action,
          subject,
          detail: JSON.stringify(detail),
        };
      }),
    )
    .execute();
  await sendNotice(
    trx,
    changes.map(({ subject }) => subject),
  );
}
