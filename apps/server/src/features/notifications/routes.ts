import { chooseLocale } from '@platen/catalogue/locale';
import { listNotifications } from '@platen/contract/account';
import type { FastifyInstance } from 'fastify';
import { toLanguages } from '../../base/accept-language.ts';
import { serve } from '../../kit/serve.ts';

/** `GET /v1/notifications`: those in force now, newest first, in the language asked for (OQ-118). */
export function registerNotifications(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listNotifications, async ({ request }) => {
    const now = new Date();
    const locale = chooseLocale(toLanguages(request.headers['accept-language']));
    const rows = await db
      .selectFrom('notification')
      .selectAll()
      .where('published_at', '<=', now)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
      .orderBy('published_at', 'desc')
      .orderBy('notification_id', 'desc')
      .limit(500)
      .execute();
    return {
      notifications: rows.map((row) => ({
        id: row.notification_id,
        publishedAt: row.published_at.toISOString(),
        content: locale === 'ja-jp' ? row.content_ja : row.content_en,
      })),
    };
  });
}
