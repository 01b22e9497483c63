import { randomBytes } from 'node:crypto';
import type { ChannelKind } from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import type { Insertable, Kysely } from 'kysely';
import { v7 } from 'uuid';
import { deliverDue } from '../src/delivery/deliver-due.ts';
import type { Message } from '../src/delivery/message.ts';
import { createSecrets } from '../src/delivery/secrets.ts';
import type { SendOptions } from '../src/delivery/send.ts';
import type { Attempt, SendingChannel, Way } from '../src/delivery/ways/way.ts';
import { readMailedFile } from '../src/features/meter-export/mail-run.ts';
import type { Database } from '../src/store/database.ts';
import { silent } from './silent.ts';

type Db = Kysely<Database>;

const operatorId = '00000000-0000-7000-8000-000000000001';
export const accepted: Attempt = { outcome: 'accepted', code: 250, duration: 3, answer: 'taken' };
export const refused: Attempt = { outcome: 'failed', code: 503, duration: 3, answer: 'later', reason: 'status 503' };

/** A channel that works; of the organisation unless an owner is named. */
export async function addChannel(db: Db, more: Partial<Insertable<Database['channel']>> = {}): Promise<string> {
  const channelId = v7();
  await db
    .insertInto('channel')
    .values({
      channel_id: channelId,
      organisation_id: operatorId,
      kind: 'mail',
      name: 'Dispatch',
      address: 'dispatch@platen.example',
      state: 'active',
      state_since: new Date(0),
      language: 'en-us',
      zone: 'UTC',
      limit_hour: 20,
      limit_day: 100,
      ...more,
    })
    .execute();
  return channelId;
}

const everything: Omit<SubscriptionForm, 'subscriptionId'> = {
  name: 'All of it',
  scope: {},
  leastPriority: 'P4',
  events: ['opened', 'cameBack', 'worse'],
  when: { at: 'once' },
  quiet: null,
};

export async function subscribe(
  db: Db,
  channelId: string,
  form: Partial<Omit<SubscriptionForm, 'subscriptionId'>> = {},
  more: Partial<Insertable<Database['subscription']>> = {},
): Promise<string> {
  const subscriptionId = v7();
  await db
    .insertInto('subscription')
    .values({
      subscription_id: subscriptionId,
      channel_id: channelId,
      form: JSON.stringify({ ...everything, ...form }),
      place: 0,
      ...more,
    })
    .execute();
  return subscriptionId;
}

export interface Sent {
  readonly channel: SendingChannel;
  readonly message: Message;
  readonly deliveryId: string;
}

/** Ways out that record what goes and answer as wanted; what is sent is in `sent`. */
export function createRecorder(answer: (sent: Sent) => Attempt | Promise<Attempt> = () => accepted) {
  const sent: Sent[] = [];
  const way: Way = {
    send: async (channel, message, deliveryId) => {
      const one = { channel, message, deliveryId };
      sent.push(one);
      return await answer(one);
    },
  };
  const kinds: readonly ChannelKind[] = ['mail', 'webhook', 'teams', 'slack'];
  return { sent, ways: Object.fromEntries(kinds.map((kind) => [kind, way])) };
}

const portal = 'https://platen.example';
const secrets = createSecrets(randomBytes(32));

/** One round of delivery at an instant. */
export const deliverAt = (db: Db, at: number, options: Pick<SendOptions, 'ways'> & Partial<SendOptions>) =>
  deliverDue(db, {
    secrets,
    origin: portal,
    toPortal: (brand) => (brand === 'rdt' ? `${portal}/rdt` : portal),
    readFile: (of, owner, file) => readMailedFile(of, owner, { ...file, portal }),
    log: silent,
    signal: new AbortController().signal,
    now: () => new Date(at),
    random: () => 0.5,
    ...options,
  });

/** The log without the ids, oldest first. */
export const readLog = (db: Db) =>
  db
    .selectFrom('delivery')
    .select(['kind', 'event', 'state', 'reason', 'due_at', 'attempts'])
    .where('state', '<>', 'merged')
    .orderBy('at')
    .orderBy('delivery_id')
    .execute();
