import { chooseLocale } from '@platen/catalogue/locale';
import { listNotifications } from '@platen/contract/account';
import * as contract from '@platen/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { toLanguages } from '../../base/caller.ts';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import * as service from './notifications.ts';

type Content = Pick<contract.WrittenNotification, 'from' | 'until' | 'en' | 'ja'>;

const toForm = ({ from, until, en, ja }: Content) => ({
  from: new Date(from),
  until: until === null ? null : new Date(until),
  en,
  ja,
});

/** Texts to all users: those in force for everybody, all of them for who writes them (OQ-118, OA-60). */
export function registerNotifications(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listNotifications, async ({ request }) => {
    const locale = chooseLocale(toLanguages(request.headers['accept-language']));
    const inForce = await service.readInForce(db, new Date());
    return {
      notifications: inForce.map(({ id, from, en, ja }) => ({
        id,
        publishedAt: from.toISOString(),
        content: locale === 'ja-jp' ? ja : en,
      })),
    };
  });

  serve(app, contract.listWrittenNotifications, async ({ user }) => ({
    notifications: (await service.listNotifications(db, user)).map(service.toAnswer),
  }));
  serve(app, contract.addNotification, ({ user, request, body }) =>
    once(db, user, request, async (trx) => service.toAnswer(await service.addNotification(trx, user, toForm(body)))),
  );
  serve(app, contract.changeNotification, ({ user, params: { id }, body: { version, ...content } }) =>
    inTransaction(db, async (trx) => {
      const form = { id, version, ...toForm(content) };
      return service.toAnswer(await service.changeNotification(trx, user, form));
    }),
  );
  serve(app, contract.removeNotification, async ({ user, params: { id }, query: { version } }) => {
    await inTransaction(db, (trx) => service.removeNotification(trx, user, id, version));
    return { status: 'OK' as const };
  });
}
