import { createServer } from 'node:http';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import type { ProviderManner, TokenParts } from './token-kinds.ts';

/** How a token is signed: as the authority does, or in one of the ways of a forger. */
type Signing = 'authority' | 'unknown key' | 'none' | 'public key as secret';

export interface MockAuthority {
  /** Value for `PLATEN_AUTHORITY`. */
  readonly address: string;
  sign(parts: TokenParts, signing?: Signing): Promise<string>;
  close(): Promise<void>;
}

/** A running identity provider with the addresses of one kind; discovery and keys are served over HTTP. */
export async function startMockAuthority(manner: ProviderManner): Promise<MockAuthority> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const issuer = new OAuth2Issuer();
  issuer.url = `${origin}${manner.issuer}`;
  const key = await issuer.keys.generate('RS256');
  const service = new OAuth2Service(issuer);
  const prefixes = [manner.path, manner.issuer.replace(/\/$/, '')];
  const server = createServer((request, response) => {
    const prefix = prefixes.find((path) => request.url?.startsWith(`${path}/`)) ?? '';
    request.url = request.url?.slice(prefix.length) ?? '/';
    service.requestHandler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicKey } = key;
  const forge = async ({ typ, claims }: TokenParts, signing: Signing): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer.url ?? '', iat: now, exp: now + 600, ...claims };
    const header = { kid: key.kid, ...(typ === undefined ? {} : { typ }) };
    if (signing === 'none') return new UnsecuredJWT(payload).encode();
    if (signing === 'unknown key') {
      const other = await new OAuth2Issuer().keys.generate('RS256');
      return new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'RS256', kid: other.kid })
        .sign(await importJWK(other, 'RS256'));
    }
    const verifier = await importJWK(publicKey, 'RS256', { extractable: true });
    if (verifier instanceof Uint8Array) throw new Error('the key of the provider is not a pair');
    const secret = new TextEncoder().encode(await exportSPKI(verifier));
    return new SignJWT(payload).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret);
  };

  return {
    address: `${origin}${manner.authority}`,
    sign: async (parts, signing = 'authority') =>
      signing === 'authority'
        ? issuer.buildToken({
            scopesOrTransform: (header, payload) => {
              if (parts.typ !== undefined) header['typ'] = parts.typ;
              Object.assign(payload, parts.claims);
            },
          })
        : forge(parts, signing),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
