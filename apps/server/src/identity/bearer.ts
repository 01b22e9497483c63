import { Refusal } from '../base/refusal.ts';

/** The text after `Bearer`; refuses 201004 where there is none (AC-18). */
export function readBearer(authorization: string | undefined): string {
  const found = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  if (found === undefined) throw new Refusal(201004, 'the authorization header holds no bearer token', challenge());
  return found;
}

/** RFC 6750 section 3: every 401 names the scheme. */
export const challenge = (error?: string) => ({
  headers: { 'www-authenticate': error === undefined ? 'Bearer' : `Bearer error="${error}"` },
});
