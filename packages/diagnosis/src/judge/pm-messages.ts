import { partsOfAdvice } from './advice-parts.ts';
import type { DeviceJudgement } from './judgement.ts';
import type { Sign } from './signs.ts';

/** The parts with the gravest advice that asks for each; a part that is due by its counter alone has none. */
export function withMessages(pmParts: DeviceJudgement['pmParts'], signs: readonly Sign[]): DeviceJudgement['pmParts'] {
  if (pmParts === null) return null;
  const reported = new Set(pmParts.parts.map((part) => part.partsCode));
  const messages = new Map<string, string>();
  for (const { messageId } of signs)
    for (const code of partsOfAdvice(messageId, reported)) if (!messages.has(code)) messages.set(code, messageId);
  return {
    ...pmParts,
    parts: pmParts.parts.map((part) => ({ ...part, messageId: messages.get(part.partsCode) ?? null })),
  };
}
