/** server-error-version-not-supported, client-error-not-found and its kin (RFC 8011 appendix B). */
const versionNotSupported = 0x0503;
const notHere = new Set([0x0401, 0x0402, 0x0403, 0x0406, 0x0407]);

/** What a status asks the reader to do next; 0x0000 to 0x00ff are successes, some with attributes left out. */
export function statusGroup(code: number): 'successful' | 'versionNotSupported' | 'notHere' | 'refused' {
  if (code <= 0x00ff) return 'successful';
  if (code === versionNotSupported) return 'versionNotSupported';
  return notHere.has(code) ? 'notHere' : 'refused';
}
