import { createDecipheriv, createHash, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import {
  type SealedCredential,
  type SealedSecret,
  sealedSecret,
  toSealContext,
} from '@platen/contract/remote-settings';
import { parseJson } from '../platform/data-files.ts';

/** Whose seals open here. */
export interface SealOwner {
  readonly collectorId: string;
  /** X25519 as JWK. */
  readonly encryptionKey: Readonly<Record<string, string>>;
}

const sizes = { version: 1, key: 32, nonce: 12, tag: 16 } as const;

/**
 * Opens what a browser sealed to this collector (CF-14, docs/decisions/0531): version 1, the browser's key,
 * nonce, AES-256-GCM of the secret, tag. Undefined: sealed to another key, for another credential, or
 * damaged.
 */
export function openSeal(owner: SealOwner, { sealed, ...head }: SealedCredential): SealedSecret | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const textAt = sizes.version + sizes.key + sizes.nonce;
  if (bytes[0] !== 1 || bytes.length <= textAt + sizes.tag) return undefined;
  const [key, nonce] = [bytes.subarray(1, 1 + sizes.key), bytes.subarray(1 + sizes.key, textAt)];
  const context = Buffer.from(toSealContext(owner.collectorId, head));
  try {
    const shared = diffieHellman({
      privateKey: createPrivateKey({ key: owner.encryptionKey, format: 'jwk' }),
      publicKey: createPublicKey({
        key: { kty: 'OKP', crv: 'X25519', x: key.toString('base64url') },
        format: 'jwk',
      }),
    });
    const salt = Buffer.concat([key, Buffer.from(owner.encryptionKey['x'] ?? '', 'base64url')]);
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', shared, salt, context, 32)), nonce, {
      authTagLength: sizes.tag,
    });
    opener.setAAD(context);
    opener.setAuthTag(bytes.subarray(-sizes.tag));
    const text = Buffer.concat([opener.update(bytes.subarray(textAt, -sizes.tag)), opener.final()]);
    const parsed = sealedSecret.safeParse(parseJson(text.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** What people compare before they seal: first 16 hexadecimal digits of the SHA-256 of the public key. */
export const toSealingFingerprint = ({ encryptionKey }: Pick<SealOwner, 'encryptionKey'>): string =>
  createHash('sha256')
    .update(Buffer.from(encryptionKey['x'] ?? '', 'base64url'))
    .digest('hex')
    .slice(0, 16);
