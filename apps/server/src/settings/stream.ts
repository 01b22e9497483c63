import { parseAddress } from '@platen/contract/web-address';
import { loopback } from './kinds.ts';

/** The servers of a stream, and how to sign in there. */
export interface StreamAddress {
  /** `host:port` of each. */
  readonly servers: readonly string[];
  readonly isTls: boolean;
  readonly signIn: { readonly user: string; readonly password: string } | { readonly token: string } | undefined;
}

const usualPort = '4222';
const expected =
  'expected an address like nats://user:password@host:4222 or tls://token@host, several of one kind separated by commas';

/**
 * `nats://` or `tls://` (encrypted from the first reply of the server on), with user and password, a token
 * or neither; of several addresses the first sign-in counts. The text may hold a password, so it is never
 * repeated. Throws a sentence.
 */
export function streamAddress(text: string): StreamAddress {
  const addresses = text.split(',').map((item) => {
    const address = parseAddress(item.trim());
    if (!address || !['nats:', 'tls:'].includes(address.protocol) || address.hostname === '') throw new Error(expected);
    if (!/^\/?$/.test(address.pathname) || address.search !== '' || address.hash !== '') throw new Error(expected);
    return address;
  });
  const [first] = addresses;
  if (first === undefined || addresses.some(({ protocol }) => protocol !== first.protocol)) throw new Error(expected);
  const signedIn = addresses.find(({ username }) => username !== '');
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port === '' ? usualPort : port}`),
    isTls: first.protocol === 'tls:',
    signIn: signedIn && toSignIn(signedIn),
  };
}

function toSignIn({ username, password }: URL): NonNullable<StreamAddress['signIn']> {
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, password: decodeURIComponent(password) };
}

/** Whether reports and sign-in go to another machine without encryption. */
export const isClearStream = ({ servers, isTls }: StreamAddress): boolean =>
  !isTls && servers.some((server) => !loopback.test(server.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')));
