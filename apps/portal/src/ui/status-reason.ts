import type { StatusReason } from '@platen/contract/devices';

/**
 * What the device itself says of the matter, beside our words for it (`words`): each text once, and none that only
 * repeats a part of another.
 */
export function toOwnWords({ text, also = [] }: StatusReason, words: string): string[] {
  const said = [text, ...also.map((one) => one.text)].flatMap((one) => one?.trim() || []);
  const distinct = [...new Set(said)];
  const repeats = (one: string, other: string) => other !== one && other.toLowerCase().includes(one.toLowerCase());
  return distinct.filter((one) => one !== words && ![words, ...distinct].some((other) => repeats(one, other)));
}
