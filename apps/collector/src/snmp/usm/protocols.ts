/**
 * Protocols of the user-based security model: HMAC-MD5 and HMAC-SHA-1 (RFC 3414), HMAC-SHA-2 (RFC 7860); DES
 * (RFC 3414), AES-128 (RFC 3826), AES-192 and AES-256 with the two common ways to extend a short key.
 */
export const authProtocols = {
  MD5: { hash: 'md5', keyOctets: 16, digestOctets: 12 },
  'SHA-1': { hash: 'sha1', keyOctets: 20, digestOctets: 12 },
  'SHA-224': { hash: 'sha224', keyOctets: 28, digestOctets: 16 },
  'SHA-256': { hash: 'sha256', keyOctets: 32, digestOctets: 24 },
  'SHA-384': { hash: 'sha384', keyOctets: 48, digestOctets: 32 },
  'SHA-512': { hash: 'sha512', keyOctets: 64, digestOctets: 48 },
} as const;
export type AuthProtocol = keyof typeof authProtocols;

/**
 * `extension` lengthens a localised key that is too short: by hashing all of it again
 * (draft-blumenthal-aes-usm-04), or by deriving a further key with the last one as password
 * (draft-reeder-snmpv3-usm-3desede-00, used by Cisco and others).
 */
export const privProtocols = {
  DES: { cipher: 'des', keyOctets: 16, extension: 'none' },
  'AES-128': { cipher: 'aes-128-cfb', keyOctets: 16, extension: 'none' },
  'AES-192': { cipher: 'aes-192-cfb', keyOctets: 24, extension: 'blumenthal' },
  'AES-256': { cipher: 'aes-256-cfb', keyOctets: 32, extension: 'blumenthal' },
  'AES-192-C': { cipher: 'aes-192-cfb', keyOctets: 24, extension: 'reeder' },
  'AES-256-C': { cipher: 'aes-256-cfb', keyOctets: 32, extension: 'reeder' },
} as const;
export type PrivProtocol = keyof typeof privProtocols;
