import type { StatusReason } from '@platen/contract/devices';

/**
 * What the device itself reports about it, in addition to our text (`words`): each text once, and none that
 * only repeats a part of another.
 */
export function toOwnTexts({ text, also = [] }: StatusReason, ours: string): string[] {
  const texts = [text, ...also.map((one) => one.text)].flatMap((one) => one?.trim() || []);
  const distinct = [...new Set(texts)];
  const repeats = (one: string, other: string) => other !== one && other.toLowerCase().includes(one.toLowerCase());
  return distinct.filter((one) => one !== ours && ![ours, ...distinct].some((other) => repeats(one, other)));
}
