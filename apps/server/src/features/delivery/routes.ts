import {
  addChannel as addChannelCall,
  changeChannel as changeChannelCall,
  changeSubscriptions as changeSubscriptionsCall,
  enableChannel as enableChannelCall,
  listChannels,
  listSubscriptions,
  readChannel as readChannelCall,
  removeChannel as removeChannelCall,
  rotateSecret as rotateSecretCall,
  testChannel as testChannelCall,
} from '@platen/contract/channels';
import { listDeliveries, sendAgain } from '@platen/contract/deliveries';
import type { FastifyInstance } from 'fastify';
import type { Secrets } from '../../delivery/secrets.ts';
import { isMailOn } from '../../delivery/ways/open-ways.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { readChannel, readChannels } from './channel-rows.ts';
import {
  addChannel,
  type Caller,
  changeChannel,
  enableChannel,
  removeChannel,
  rotateSecret,
  testChannel,
} from './channel-service.ts';
import { registerLinks } from './links.ts';
import { readLog, sendMessagesAgain } from './log.ts';
import { changeSubscriptions, readSubscriptions } from './subscription-service.ts';

/** Channels, subscriptions and the log of delivery (DE-32). Own channels need no right. */
export function registerDelivery(app: FastifyInstance, secrets: Secrets): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const callerOf = (user: SignedInUser): Caller => ({
    user,
    now: new Date(),
    secrets,
    allowed: settings.webhookAllow,
    // The development sign-in vouches for the addresses of its users.
    verifiedAddress: settings.authority === undefined ? `${user.subject}@platen.example` : undefined,
  });
  registerLinks(app, secrets);

  serve(app, listChannels, async ({ user }) => {
    const channels = await readChannels(db, user);
    const { organisationId } = await readOrganisation(db, user.organisationId);
    return {
      channels: channels.map(({ channel }) => channel),
      fallbackChannelId:
        channels.find((one) => one.isFallback && one.organisationId === organisationId)?.channelId ?? null,
      sendsMail: isMailOn(settings),
    };
  });

  serve(app, addChannelCall, async ({ user, request, body }) => {
    // What is remembered of the call holds the secret sealed.
    const { channel, sealed } = await once(db, user, request, async (trx) => {
      const made = await addChannel(trx, callerOf(user), body);
      return { channel: made.stored.channel, sealed: made.sealed };
    });
    return { channel, ...(sealed !== null && { secret: secrets.open(sealed) }) };
  });

  serve(app, readChannelCall, async ({ user, params: { id } }) => ({
    channel: (await readChannel(db, user, id)).channel,
  }));

  serve(app, changeChannelCall, ({ user, params: { id }, body }) =>
    inTransaction(db, async (trx) => ({
      channel: (await changeChannel(trx, callerOf(user), id, body)).channel,
    })),
  );

  serve(app, removeChannelCall, ({ user, params: { id }, query: { version } }) =>
    inTransaction(db, async (trx) => {
      await removeChannel(trx, callerOf(user), id, version);
      return { status: 'success' };
    }),
  );

  serve(app, testChannelCall, ({ user, request, params: { id } }) =>
    once(db, user, request, async (trx) => ({ deliveryId: await testChannel(trx, callerOf(user), id) })),
  );

  serve(app, rotateSecretCall, async ({ user, request, params: { id }, body }) => {
    const { channel, sealed } = await once(db, user, request, async (trx) => {
      const made = await rotateSecret(trx, callerOf(user), id, body);
      return { channel: made.stored.channel, sealed: made.sealed };
    });
    return { channel, secret: secrets.open(sealed) };
  });

  serve(app, enableChannelCall, ({ user, params: { id }, body: { version } }) =>
    inTransaction(db, async (trx) => ({
      channel: (await enableChannel(trx, callerOf(user), id, version)).channel,
    })),
  );

  serve(app, listSubscriptions, async ({ user, params: { id } }) => {
    const { version } = await readChannel(db, user, id);
    return { subscriptions: await readSubscriptions(db, id), version };
  });

  serve(app, changeSubscriptionsCall, ({ user, params: { id }, body }) =>
    inTransaction(db, (trx) => changeSubscriptions(trx, callerOf(user), id, body)),
  );

  serve(app, listDeliveries, ({ user, query }) => readLog(db, user, query, new Date()));

  serve(app, sendAgain, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({
      count: await sendMessagesAgain(trx, callerOf(user), body),
    })),
  );
}
