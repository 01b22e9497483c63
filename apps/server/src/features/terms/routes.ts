import { agreeToTerms, readAgreedTerms } from '@platen/contract/account';
import { latestTermsVersion } from '@platen/contract/constants';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import { compareTermsVersions } from '../../identity/terms-version.ts';
import { serve } from '../../kit/serve.ts';
import { keepAgreement } from './store.ts';

/** `GET` and `POST /v1/termsOfUse`. */
export function registerTerms(app: FastifyInstance): void {
  const { store, identity } = app.platform;

  serve(app, readAgreedTerms, async ({ user }) => ({ version: (await identity.refresh(user)).agreedTermsVersion }));

  serve(app, agreeToTerms, async ({ user, body: { version } }) => {
    // Nobody agrees in advance to terms that are not written yet.
    if (compareTermsVersions(version, latestTermsVersion) > 0)
      throw new Refusal(202001, `version: ${latestTermsVersion} is the latest`);
    const current = await identity.refresh(user);
    if (compareTermsVersions(version, current.agreedTermsVersion) > 0) await keepAgreement(store, user, version);
    await identity.refresh(user);
    return { status: 'OK' };
  });
}
