import { type CredentialHead, type SealedSecret, toSealContext } from '@platen/contract/remote-settings';

/** X25519 keys are 32 bytes; the nonce of AES-GCM is 12. */
const nonceBytes = 12;

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function join(...parts: readonly (Uint8Array | ArrayBuffer)[]): Uint8Array<ArrayBuffer> {
  const arrays = parts.map((part) => new Uint8Array(part));
  const whole = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

/** Whether this browser can seal at all: WebCrypto is there with https only, X25519 in newer ones. */
export async function canSeal(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']);
    return true;
  } catch {
    return false;
  }
}

/** What people compare with the machine of the collector before they seal. */
export async function toFingerprint(publicKey: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', fromBase64Url(publicKey)));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Seals a secret to the public key of a collector (CF-14, docs/decisions/0531): X25519 with a key made for
 * this seal alone, HKDF-SHA-256, AES-256-GCM; bound to collector and credential. Only its private key
 * opens it.
 */
export async function seal(
  collectorId: string,
  publicKey: string,
  head: CredentialHead,
  secret: SealedSecret,
): Promise<string> {
  const to = fromBase64Url(publicKey);
  const recipient = await crypto.subtle.importKey('raw', to, { name: 'X25519' }, false, []);
  const own = await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']);
  if (!('privateKey' in own)) throw new Error('no pair of keys');
  const ownPublic = await crypto.subtle.exportKey('raw', own.publicKey);
  const shared = await crypto.subtle.deriveBits({ name: 'X25519', public: recipient }, own.privateKey, 256);
  const context = new TextEncoder().encode(toSealContext(collectorId, head));
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: join(ownPublic, to), info: context },
    await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const text = new TextEncoder().encode(JSON.stringify(secret));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: context }, key, text);
  return toBase64Url(join(Uint8Array.of(1), ownPublic, nonce, sealed));
}
