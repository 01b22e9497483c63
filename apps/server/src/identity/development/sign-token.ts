import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { type Settings, toAudience, toAuthority } from '../../settings/settings.ts';
import type { DevelopmentKeys } from './keys.ts';

/**
 * An access token as the development sign-in issues them, for `subject`, valid for the given number of
 * seconds.
 */
export async function signToken(
  settings: Settings,
  keys: DevelopmentKeys,
  subject: string,
  seconds: number,
): Promise<string> {
  return new SignJWT({ client_id: settings.clientId, scope: 'openid profile' })
    .setProtectedHeader({ alg: keys.signing.alg, kid: keys.signing.kid, typ: 'at+jwt' })
    .setIssuer(toAuthority(settings))
    .setAudience(toAudience(settings))
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds} s`)
    .sign(await importJWK(keys.signing, keys.signing.alg));
}
