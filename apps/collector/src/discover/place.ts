/**
 * A target's own place in a round, 0 to below 1, the same in every round and after every start, so that the readings of one
 * device lie evenly apart. FNV-1a over the name, its bits mixed once more: neighbouring addresses come to lie far from each other.
 */
export function toPlace(name: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
