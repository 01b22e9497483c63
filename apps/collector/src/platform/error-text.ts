/** Words for the codes of Node and the operating system that people meet. */
const words: Readonly<Record<string, string>> = {
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
  ENOENT: 'there is no such file or folder',
  EEXIST: 'it exists already',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many open files',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself (NODE_EXTRA_CA_CERTS names an authority)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is not known (NODE_EXTRA_CA_CERTS names one)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is not known (NODE_EXTRA_CA_CERTS names one)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name',
};

/** What went wrong in words; the address is named where the system does. An error without a known code keeps its own message. */
export function toFailureWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [code, address, port, hostname] = ['code', 'address', 'port', 'hostname'].map((name) => toField(error, name));
  const known = code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined;
  if (known === undefined) return error.message;
  if (code === 'ECONNREFUSED' && address !== undefined) return `${known} by ${address}:${port}`;
  return code === 'ENOTFOUND' && hostname !== undefined ? `${hostname}: ${known}` : known;
}

/** A field that Node adds to errors of the system. */
function toField(error: Error, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
