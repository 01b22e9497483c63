/** Texts for common error codes of Node and the operating system. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed by the other side',
  EPIPE: 'connection closed by the other side',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'connection closed by the other side',
  EHOSTUNREACH: 'not reachable from this network',
  ENETUNREACH: 'no route to its network',
  ENETDOWN: 'the network of this machine is down',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name server does not answer',
  ENOENT: 'no such file or folder',
  EEXIST: 'it already exists',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many open files',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (--ca-file names an authority)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is unknown (--ca-file names one)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is unknown (--ca-file names one)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is unknown (--ca-file names one)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/**
 * A plain text for an error, with its address if the system reports one. An error without a known code keeps
 * its own message.
 */
export function toErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [code, address, port, hostname] = ['code', 'address', 'port', 'hostname'].map((name) => toField(error, name));
  const known = code !== undefined && Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known === undefined) return error.message;
  if (code === 'ECONNREFUSED' && address !== undefined) return `${known} by ${address}:${port}`;
  return code === 'ENOTFOUND' && hostname !== undefined ? `${hostname}: ${known}` : known;
}

/** A field that Node adds to system errors. */
function toField(error: Error, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The message of any thrown value. */
export const toErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a thrown value is an error of the system with this code (`ENOENT`). */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Invalid command line or settings; the message states what and where, and contains no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}
