import type { Version, VersionedSection } from '../../history/pack.ts';

/** Characters that are remembered at most: some 5,000 full devices. */
const limit = 8_000_000;

const known = new Map<string, Version>();
let size = 0;

/**
 * Codes, firmware and network are told again and again as they were: each is packed once, as long as it is remembered.
 * `digest`: of the section as its text has it.
 */
export function knownVersion(
  name: VersionedSection,
  digest: string,
  pack: () => Version | undefined,
): Version | undefined {
  const key = `${name} ${digest}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const version = pack();
  if (version === undefined) return undefined;
  if (size > limit) {
    known.clear();
    size = 0;
  }
  known.set(key, version);
  size += version.body.length + 200;
  return version;
}
