import { noteLogin, readMe } from '@platen/contract/account';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import * as service from './service.ts';

/** `POST /v1/users/loginAt` and `GET /v1/users/me`. */
export function registerUsers(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, noteLogin, async ({ user }) => {
    await service.noteLogin(db, user.userId);
    return { status: 'OK' };
  });

  serve(app, readMe, async ({ user: { groups, name, role } }) => ({ groups: [...groups], name, role }));
}
