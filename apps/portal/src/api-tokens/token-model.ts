import { dayMs } from '@platen/contract/constants';
import { can, type Holder } from '@platen/contract/rights';
import {
  longestTokenDays,
  rightOfScope,
  type TokenScope,
  tokenNoticeDays,
  tokenScopes,
} from '@platen/contract/token-scopes';
import type { ApiToken } from '@platen/contract/tokens';

const hourMs = 3_600_000;

/** What a token's row says of it. `days`: until it ends, begun ones included. */
export type TokenState =
  | { readonly kind: 'new' | 'inUse' | 'ended' | 'endedWithMaker' }
  | { readonly kind: 'newAddress' | 'revoked'; readonly at: string }
  | { readonly kind: 'soon'; readonly days: number; readonly isNoted: boolean };

/** The most important thing first: that it is over, that it ends soon, that another machine uses it. */
export function toTokenState(token: ApiToken, now: number): TokenState {
  const { revokedAt, endedWithMaker, endsAt, endNotedAt, lastUse, madeAt } = token;
  if (revokedAt !== null) return { kind: 'revoked', at: revokedAt };
  if (endedWithMaker) return { kind: 'endedWithMaker' };
  const left = Date.parse(endsAt) - now;
  if (left <= 0) return { kind: 'ended' };
  if (left <= tokenNoticeDays * dayMs)
    return { kind: 'soon', days: Math.ceil(left / dayMs), isNoted: endNotedAt !== null };
  if (lastUse === null) return { kind: 'new' };
  const { addressSince } = lastUse;
  // Used from elsewhere for the first time within a day, though it has been there for longer.
  const isNew = now - Date.parse(addressSince) < dayMs && Date.parse(addressSince) - Date.parse(madeAt) > dayMs;
  return isNew ? { kind: 'newAddress', at: addressSince } : { kind: 'inUse' };
}

export const isInForce = (token: ApiToken, now: number): boolean =>
  !['revoked', 'ended', 'endedWithMaker'].includes(toTokenState(token, now).kind);

/** Those in force first, then as the server orders them: the newest first. */
export const sortTokens = (tokens: readonly ApiToken[], now: number): ApiToken[] =>
  tokens.toSorted((a, b) => Number(isInForce(b, now)) - Number(isInForce(a, now)));

/** Tokens of this scope (any without one) whose name holds the text, or that begin with it. */
export function filterTokens(tokens: readonly ApiToken[], text: string, scope: TokenScope | ''): ApiToken[] {
  const wanted = text.trim().toLowerCase();
  return tokens.filter(
    ({ name, begins, scopes }) =>
      (scope === '' || scopes.includes(scope)) &&
      (name.toLowerCase().includes(wanted) || begins.toLowerCase().startsWith(wanted)),
  );
}

/** When a token was used last: in the hour that runs, in another of the last 24, or on a day before. */
export function toLastUse({ lastUse }: ApiToken, now: number): 'never' | 'thisHour' | 'hour' | 'day' {
  if (lastUse === null) return 'never';
  const age = now - Date.parse(lastUse.hour);
  return age < hourMs ? 'thisHour' : age < dayMs ? 'hour' : 'day';
}

/** Calls by hour as bars; `share`: of the busiest hour, which is undefined where there were none. */
export function toHourBars({ from, byHour }: ApiToken['calls']) {
  const most = Math.max(...byHour, 0);
  const start = Date.parse(from);
  const bars = byHour.map((calls, index) => ({
    from: start + index * hourMs,
    to: start + (index + 1) * hourMs,
    calls,
    // Few calls next to many still show.
    share: calls === 0 ? 0 : Math.max(0.06, calls / most),
  }));
  return {
    bars,
    total: byHour.reduce((sum, calls) => sum + calls, 0),
    busiest: most === 0 ? undefined : bars.find(({ calls }) => calls === most),
  };
}

/** The token whose calls are shown: the chosen one, else the one that called most in the last 24 hours. */
export function tokenOfCalls(tokens: readonly ApiToken[], chosenId: string | undefined): ApiToken | undefined {
  const callsOf = ({ calls }: ApiToken) => toHourBars(calls).total;
  return (
    tokens.find(({ tokenId }) => tokenId === chosenId) ??
    tokens.filter((token) => callsOf(token) > 0).toSorted((a, b) => callsOf(b) - callsOf(a))[0]
  );
}

/** The last day (UTC) on which a token is accepted: it ends as the next one begins. */
export const toLastDay = ({ endsAt }: ApiToken): Date => new Date(Date.parse(endsAt) - 1);

/** What a user may give a token (OA-31). */
export const allowedScopes = (maker: Holder | undefined): TokenScope[] =>
  tokenScopes.filter((scope) => {
    const right = rightOfScope[scope];
    return right === null || can(maker, right);
  });

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Days between which a token may end, and the one that is proposed: 90 days ahead. */
export const toEndDays = (now: number) => ({
  first: toDay(now),
  usual: toDay(now + 90 * dayMs),
  last: toDay(now + longestTokenDays * dayMs),
});

/** Addresses and networks of a text, by blanks, commas and line breaks. */
export const toAddresses = (text: string): string[] => [...new Set(text.split(/[\s,、，;]+/).filter(Boolean))];

/** The form of an address or network; the server checks the rest. */
export const isAddressLike = (text: string): boolean => /^(?=.*[.:])[\da-f.:]+(?:\/\d{1,3})?$/i.test(text);
