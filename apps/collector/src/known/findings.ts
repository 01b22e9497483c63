import type { CollectorFinding, FindingKind } from '@platen/contract/collectors';
import { dayMs } from '../platform/time.ts';
import { isOtherDevice, type Match, toAtHome } from './match.ts';
import type { Seen } from './round-seen.ts';
import { type Finding, knownLimits } from './state.ts';

/**
 * Findings of events (moved, exchanged) are reported for two weeks; a duplicate serial for as long, unless it
 * has been resolved.
 */
const findingLifetimeMs = 14 * dayMs;

/**
 * What a round shows about moved and exchanged devices, merged with earlier findings: a finding that persists
 * keeps its `since`. Pure. Newest first, at most `knownLimits.findings`.
 */
export function toFindings(before: readonly Finding[], matches: readonly Match[], at: string): Finding[] {
  const duplicates = toDuplicates(matches, at);
  const isDuplicate = (serial: string | undefined) => duplicates.some((finding) => finding.serial === serial);
  const now = [
    ...duplicates,
    ...toMoves(matches, at).filter(({ serial }) => serial === undefined || !isDuplicate(serial)),
    ...toExchanges(matches, at).filter(({ serial }) => serial === undefined || !isDuplicate(serial)),
  ];
  const seenAlone = new Set(matches.map(({ seen }) => seen.serial).filter((serial) => !isDuplicate(serial)));
  const persisting = before.filter(
    (old) =>
      !now.some((finding) => isSameMatter(finding, old)) &&
      Date.parse(at) - Date.parse(old.lastSeen) < findingLifetimeMs &&
      // One device alone proves nothing while the other may be off: both addresses must have answered.
      !(old.kind === 'duplicateSerial' && seenAlone.has(old.serial) && haveBothAnswered(old, matches)),
  );
  const joined = now.map((finding) => {
    const old = before.find((item) => isSameMatter(item, finding));
    const goesOn = old !== undefined && old.kind === 'duplicateSerial';
    return goesOn ? { ...finding, since: old.since } : finding;
  });
  return [...joined, ...persisting].slice(0, knownLimits.findings);
}

const isSameMatter = (a: Finding, b: Finding) =>
  a.kind === b.kind && (a.serial === undefined ? a.target === b.target : a.serial === b.serial);

const haveBothAnswered = (old: Finding, matches: readonly Match[]) =>
  [old.before, old.now].every((address) => matches.some(({ seen }) => seen.address === address));

/** One serial at two addresses in one round, where MAC or model show two devices. */
function toDuplicates(matches: readonly Match[], at: string): Finding[] {
  const bySerial = new Map<string, Seen[]>();
  for (const { seen } of matches)
    if (seen.serial !== undefined) bySerial.set(seen.serial, [...(bySerial.get(seen.serial) ?? []), seen]);
  return [...bySerial].flatMap(([serial, all]) => {
    const [first, ...others] = all.toSorted((a, b) => (a.address < b.address ? -1 : 1));
    const other = others.find((one) => first !== undefined && isOtherDevice(first, one));
    if (first === undefined || other === undefined) return [];
    const { address } = other;
    return [
      {
        kind: 'duplicateSerial',
        target: address,
        serial,
        before: first.address,
        now: address,
        since: at,
        lastSeen: at,
      },
    ];
  });
}

/** Known at one address, answers at another and no longer at the old one. */
function toMoves(matches: readonly Match[], at: string): Finding[] {
  const atHome = toAtHome(matches);
  return matches.flatMap(({ seen, device }) => {
    if (device === undefined || device.address === seen.address || atHome.has(device)) return [];
    const { serial = device.serial, address } = seen;
    return [
      {
        kind: 'movedAddress',
        target: address,
        ...(serial === undefined ? {} : { serial }),
        before: device.address,
        now: address,
        since: at,
        lastSeen: at,
      },
    ];
  });
}

/** One serial with another MAC, one MAC with another serial, or a total that fell: a board was exchanged. */
function toExchanges(matches: readonly Match[], at: string): Finding[] {
  return matches.flatMap((match) => {
    const change = toChange(match);
    if (change === undefined) return [];
    const { address, serial } = match.seen;
    return [
      {
        kind: 'exchangedBoard',
        target: address,
        ...(serial === undefined ? {} : { serial }),
        ...change,
        since: at,
        lastSeen: at,
      },
    ];
  });
}

function toChange({ seen, device, how }: Match): { before: string; now: string } | undefined {
  if (device === undefined) return undefined;
  if (how === 'exchanged')
    return device.serial !== seen.serial
      ? { before: `serial ${device.serial ?? ''}`, now: `serial ${seen.serial ?? ''}` }
      : { before: `MAC ${device.macs[0] ?? ''}`, now: `MAC ${seen.macs[0] ?? ''}` };
  const [was, is] = [device.total, seen.total];
  if (was === undefined || is === undefined || was.source !== is.source || is.value >= was.value) return undefined;
  return { before: `counter ${was.value}`, now: `counter ${is.value}` };
}

const findingTexts: Record<FindingKind, string> = {
  movedAddress: 'has moved',
  duplicateSerial: 'the same serial at two addresses',
  exchangedBoard: 'a board was exchanged',
  other: 'noteworthy',
};

/** `192.0.2.9:161: has moved (serial S1): 192.0.2.7:161 → 192.0.2.9:161` */
export function toFindingText({ target, kind, serial, before, now }: CollectorFinding): string {
  const who = serial === undefined ? '' : ` (serial ${serial})`;
  return `${target}: ${findingTexts[kind]}${who}: ${before} ${kind === 'duplicateSerial' ? 'and' : '→'} ${now}`;
}
