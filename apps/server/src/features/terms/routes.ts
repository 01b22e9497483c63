import { agreeToTerms, readAgreedTerms } from '@platen/contract/account';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import * as service from './service.ts';

/** `GET` and `POST /v1/termsOfUse`. */
export function registerTerms(app: FastifyInstance): void {
  const { store, identity } = app.platform;

  serve(app, readAgreedTerms, async ({ user }) => ({ version: (await identity.refresh(user)).agreedTermsVersion }));

  serve(app, agreeToTerms, async ({ user, body: { version } }) => {
    await service.agreeToTerms(store.db, identity, user, version);
    return { status: 'OK' };
  });
}
