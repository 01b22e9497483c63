import type { StatusReason } from '@platen/contract/devices';
import { compareReasons, type Finding, type Severity, worse } from './finding.ts';

/** Bounds what is kept for a device that reports hundreds of alerts. */
const reasonLimit = 20;
const alsoLimit = 10;
const textLimit = 256;

/**
 * Findings merged by topic, most severe first: the most severe and most specific of a topic is the reason,
 * the others go to its `also`. A code that names a supply by its colour goes to that supply's row. A general
 * finding (`toner is low`) goes to the most severe specific one of its family (`magenta at 1 %`), where there
 * is one.
 */
export function toReasons(findings: readonly Finding[]): StatusReason[] {
  const topics = groupByTopic(findings);
  for (const [topic, ofCode] of topics) {
    const row = [...topics.values()].find(
      (members) => members !== ofCode && members.some(({ unit }) => unit === topic),
    );
    if (row === undefined) continue;
    row.push(...ofCode);
    topics.delete(topic);
  }
  for (const [topic, general] of topics) {
    const particular = findParticular(topics, topic);
    if (particular === undefined) continue;
    particular.push(...general);
    topics.delete(topic);
  }
  return [...topics.values()].map(toReason).toSorted(compareReasons).slice(0, reasonLimit);
}

function groupByTopic(findings: readonly Finding[]): Map<string, Finding[]> {
  const topics = new Map<string, Finding[]>();
  for (const finding of findings) {
    const found = topics.get(finding.topic);
    if (found === undefined) topics.set(finding.topic, [finding]);
    else found.push(finding);
  }
  return topics;
}

function findParticular(topics: ReadonlyMap<string, Finding[]>, family: string): Finding[] | undefined {
  return [...topics.entries()]
    .filter(([topic, members]) => topic !== family && members.some((member) => member.family === family))
    .map(([, members]) => members)
    .toSorted((a, b) => compareReasons(toReason(a), toReason(b)))[0];
}

function toReason(members: readonly Finding[]): StatusReason {
  const sorted = members.map(({ reason }) => reason).toSorted(compareReasons);
  const [first, ...rest] = sorted;
  if (first === undefined) throw new RangeError('a topic without a finding');
  const severity = sorted.reduce<Severity>((worst, reason) => worse(worst, reason.severity), first.severity);
  const named = new Map<string, NonNullable<StatusReason['also']>[number]>();
  for (const { source, code, text } of rest)
    named.set(`${source} ${code} ${text ?? ''}`, { source, code, ...(text === undefined ? {} : { text }) });
  named.delete(`${first.source} ${first.code} ${first.text ?? ''}`);
  const also = [...named.values()].slice(0, alsoLimit).map(shorten);
  const whoCanAct = sorted.find((reason) => reason.whoCanAct !== undefined)?.whoCanAct;
  const since = sorted.flatMap((reason) => reason.since ?? []).toSorted()[0];
  return {
    ...shorten(first),
    severity,
    ...(whoCanAct === undefined ? {} : { whoCanAct }),
    ...(since === undefined ? {} : { since }),
    ...(also.length === 0 ? {} : { also }),
  };
}

/** Cuts between characters, never inside one: half a surrogate pair is no text the store can hold. */
function shorten<T extends { text?: string | undefined }>(named: T): T {
  if (named.text === undefined || named.text.length <= textLimit) return named;
  return { ...named, text: named.text.slice(0, textLimit).replace(/[\uD800-\uDBFF]$/, '') };
}
