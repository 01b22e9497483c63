import { chooseLocale } from '@platen/catalogue/locale';
import { listNotifications } from '@platen/contract/account';
import type { FastifyInstance } from 'fastify';
import { toLanguages } from '../../base/caller.ts';
import { serve } from '../../kit/serve.ts';
import { readInForce } from './service.ts';

/** `GET /v1/notifications`: those in force now, newest first, in the language asked for (OQ-118). */
export function registerNotifications(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listNotifications, async ({ request }) => {
    const locale = chooseLocale(toLanguages(request.headers['accept-language']));
    const inForce = await readInForce(db, new Date());
    return {
      notifications: inForce.map(({ id, from, en, ja }) => ({
        id,
        publishedAt: from.toISOString(),
        content: locale === 'ja-jp' ? ja : en,
      })),
    };
  });
}
