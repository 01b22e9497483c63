import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Signs in at `url` as the portal does, each step at the server whose turn it is; also gives who answered.
 */
export async function signIn(url: string, name: string): Promise<{ tokens: Tokens; answeredBy: Set<string> }> {
  const cookies = new Map<string, string>();
  const answeredBy = new Set<string>();
  const browse = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(address, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    answeredBy.add(answer.headers.get('x-answered-by') ?? '');
    return answer;
  };
  const next = (answer: Response) => new URL(answer.headers.get('location') ?? '', url).href;
  const authority = `${url}/identity/platen/signin/v2.0`;
  const verifier = randomBytes(32).toString('base64url');
  const discovered = (await (await browse(`${authority}/.well-known/openid-configuration`)).json()) as {
    authorization_endpoint: string;
    token_endpoint: string;
  };
  const asked = new URLSearchParams({
    client_id: 'platen-portal',
    redirect_uri: `${url}/callback`,
    response_type: 'code',
    scope: 'openid offline_access profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x',
  });
  const form = next(await browse(`${discovered.authorization_endpoint}?${asked.toString()}`));
  await browse(form);
  const resumed = next(await browse(form, { name, password: 'platen' }));
  const code = new URL(next(await browse(resumed))).searchParams.get('code') ?? '';
  const answer = await browse(discovered.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: 'platen-portal',
    code,
    redirect_uri: `${url}/callback`,
    code_verifier: verifier,
  });
  expect(answer.status).toBe(200);
  return { tokens: (await answer.json()) as Tokens, answeredBy };
}
