import { parseAddress } from '@platen/contract/web-address';

/** The server that takes mail (DE-21). */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`). */
  readonly isSecure: boolean;
  readonly signIn: { readonly user: string; readonly password: string } | undefined;
}

/**
 * An address like `smtp://user:password@mail.example:587`, or `smtps:`. The text may hold a password, so it
 * is never repeated.
 */
export function mailServer(text: string): MailServer {
  const url = parseAddress(text);
  const isRight =
    url !== undefined &&
    ['smtp:', 'smtps:'].includes(url.protocol) &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname) &&
    url.search === '' &&
    url.hash === '' &&
    (url.username === '') === (url.password === '');
  if (!isRight)
    throw new Error('expected an address like smtp://user:password@mail.example:587 or smtps://mail.example');
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    signIn: url.username === '' ? undefined : toSignIn(url),
  };
}

function toSignIn({ username, password }: URL) {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error(
      'the user name or password has a % that is not followed by two hexadecimal digits (write it as %25)',
    );
  }
}

/** A sender or receiver of mail. */
export interface MailAddress {
  readonly name: string | undefined;
  readonly address: string;
}

const form = /^(?:([^\p{Cc}<>"@]{1,100}?)\s*<([^<>]+)>|([^<>]+))$/u;
const plain = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;

/** Whether a text is one plain mail address without name, comment or list. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && plain.test(text);

/** `Platen <platen@example.com>` or `platen@example.com`. */
export function mailAddress(text: string): MailAddress {
  const [, name, named, bare] = form.exec(text) ?? [];
  const address = (named ?? bare ?? '').trim();
  if (!isMailAddress(address)) throw new Error(`expected an address like Platen <platen@example.com>, got '${text}'`);
  return { name: name?.trim(), address };
}
