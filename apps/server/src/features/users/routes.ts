import { noteLogin, readMe } from '@platen/contract/account';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';

/** `POST /v1/users/loginAt` and `GET /v1/users/me`. */
export function registerUsers(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, noteLogin, async ({ user }) => {
    await db.updateTable('app_user').set({ last_login_at: new Date() }).where('user_id', '=', user.userId).execute();
    return { status: 'OK' };
  });

  serve(app, readMe, async ({ user: { groups, name, role } }) => ({ groups: [...groups], name, role }));
}
