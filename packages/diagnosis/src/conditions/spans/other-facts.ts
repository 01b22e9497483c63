import { dayMs } from '@platen/contract/constants';
import { compareFirmware } from '../../firmware-order.ts';
import type { DeviceFacts } from '../evaluation.ts';
import { type Instant, keyOf } from '../model.ts';
import type { PresentMatter } from './continued.ts';

// What is known of a device besides reports and judgement: service calls, findings, settings, firmware
// (WL-06, WL-11, WL-13, WL-15).

/** Service calls of one code within days that repeat (WL-06), and the usual days of pages that end it. */
const repeated = { calls: 3, ms: 7 * dayMs, pagesOfDays: 5 };
const delays = { identity: dayMs, codeChanged: dayMs, firmware: 7 * dayMs };

/**
 * Service calls that repeat: a code with three calls in seven rolling days. It is over when seven days went
 * by without one and at least five usual days' pages were printed since; pages that are not known do not
 * prolong it.
 */
export function repeatMatters(facts: DeviceFacts, isActive: (key: string) => boolean, now: Instant): PresentMatter[] {
  const byCode = new Map<string, Instant[]>();
  for (const { code, at } of facts.calls ?? []) if (at <= now) byCode.set(code, [...(byCode.get(code) ?? []), at]);
  return [...byCode].flatMap(([code, times]): PresentMatter[] => {
    const key = keyOf({ kind: 'errorRepeat', subject: code });
    const sorted = [...new Set(times)].sort((a, b) => a - b);
    const recent = sorted.filter((at) => at > now - repeated.ms);
    const last = sorted.at(-1) ?? now;
    const goesOn = isActive(key) && (recent.length > 0 || !hasPrinted(facts.pages, last));
    if (recent.length < repeated.calls && !goesOn) return [];
    const since = recent[repeated.calls - 1] ?? last;
    return [{ key, since, seenAt: last, facts: { code, count: recent.length } }];
  });
}

/** Whether five usual days' pages were printed since the day of an instant; true where it is not known. */
function hasPrinted(pages: DeviceFacts['pages'], since: Instant): boolean {
  const [first, last] = [pages[0], pages.at(-1)];
  const then = pages.findLast(({ day }) => day <= Math.floor(since / dayMs));
  if (first === undefined || last === undefined || then === undefined || last.day <= first.day) return true;
  const perDay = (last.value - first.value) / (last.day - first.day);
  return !(perDay > 0) || last.value - then.value >= repeated.pagesOfDays * perDay;
}

/** Findings of the collector that a person has to answer (WL-11); a kind of later versions is none. */
export const identityMatters = ({ findings }: DeviceFacts): PresentMatter[] =>
  (findings ?? [])
    .filter(({ kind }) => kind !== 'other')
    .map(({ kind, since }) => ({
      key: keyOf({ kind: 'identity', subject: kind }),
      since,
      openDelay: kind === 'reportsAgain' ? 0 : delays.identity,
      facts: { item: kind },
    }));

/** Watched codes that changed without a known cause (WL-13). */
export const codeChangeMatters = ({ codeChanges }: DeviceFacts): PresentMatter[] =>
  (codeChanges ?? []).map(({ code, before, after, at }) => ({
    key: keyOf({ kind: 'codeChanged', subject: code }),
    since: at,
    seenAt: at,
    openDelay: delays.codeChanged,
    facts: { code, before, after },
  }));

/** Firmware below the target of its line (WL-15). */
export function firmwareMatters({ firmware }: DeviceFacts): PresentMatter[] {
  if (firmware === null || firmware.target === null) return [];
  const { version, target } = firmware;
  if (compareFirmware(version, target) !== -1) return [];
  return [
    {
      key: keyOf({ kind: 'firmware', subject: '' }),
      openDelay: delays.firmware,
      facts: { before: version, after: target },
    },
  ];
}
