import type { Settings } from '../settings.ts';

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Where a browser that came by another name of this machine (127.0.0.1 for localhost) must go: sign-in
 * returns to the
 * public address only, and tokens are kept by origin. Undefined: it is right where it is, or came through a
 * name we
 * know nothing of, such as a proxy's.
 */
export function toCanonicalAddress(
  { publicUrl }: Settings,
  host: string | undefined,
  path: string,
): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const wanted = new URL(publicUrl);
  const asked = new URL(`${wanted.protocol}//${host}`);
  const aliases = thisMachine.test(wanted.hostname) && thisMachine.test(asked.hostname);
  if (!aliases || asked.port !== wanted.port || asked.hostname === wanted.hostname) return undefined;
  // The path may begin with two slashes, which must not name another host.
  return `${wanted.origin}/${path.replace(/^\/+/, '')}`;
}
