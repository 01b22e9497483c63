import type { CollectorFinding, FindingKind } from '@platen/contract/collectors';
import { isSameModel } from '../normalise/naming/model-name.ts';
import { dayMs } from '../platform/time.ts';
import type { Seen } from './round-seen.ts';
import { type Finding, type KnownDevice, knownLimits } from './state.ts';

/**
 * The known device that answered. `same`: serial and MAC agree, or one of them is missing. `exchanged`: one
 * agrees, the other does not. No device: a new one.
 */
export interface Match {
  seen: Seen;
  device: KnownDevice | undefined;
  how: 'same' | 'exchanged' | 'new';
}

interface Who {
  serial?: string | undefined;
  model?: string | undefined;
  macs: readonly string[];
}
const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
/** Two names that cannot belong to one model. */
const differInModel = (a: Who, b: Who) =>
  a.model !== undefined && b.model !== undefined && !isSameModel(a.model, b.model);
const shareMac = (a: Who, b: Who) => a.macs.some((mac) => b.macs.includes(mac));
/** MACs on both sides, none in common. */
const differInMac = (a: Who, b: Who) => a.macs.length > 0 && b.macs.length > 0 && !shareMac(a, b);

/** Two readings with one serial that cannot be one device. */
const isOtherDevice = (a: Who, b: Who): boolean => differInMac(a, b) || differInModel(a, b);

/**
 * Matches each reading of a round with a known device: by serial and model together with MAC first, then by
 * serial, then by MAC. A device is matched with one address only, preferably its known one; further addresses
 * of the same device (a second network card) match it as well, as `same`.
 */
export function matchSeen(devices: readonly KnownDevice[], seen: readonly Seen[]): Match[] {
  const bySerial = groupBy(devices, (device) => (device.serial === undefined ? [] : [device.serial]));
  const byMac = groupBy(devices, (device) => device.macs);
  const taken = new Set<KnownDevice>();
  const matches = new Map<Seen, Match>();
  const pass = (how: Match['how'], free: boolean, candidatesOf: (one: Seen) => readonly KnownDevice[]) => {
    const open = seen.filter((one) => !matches.has(one));
    // The known address of a device comes first, so that the device stays there if it answers at two.
    const isAtHome = (one: Seen) => candidatesOf(one).some((device) => device.address === one.address);
    for (const one of [...open.filter(isAtHome), ...open.filter((item) => !isAtHome(item))]) {
      const candidates = candidatesOf(one).filter((device) => !free || !taken.has(device));
      const device = candidates.find(({ address }) => address === one.address) ?? candidates[0];
      if (device === undefined) continue;
      taken.add(device);
      matches.set(one, { seen: one, device, how });
    }
  };
  const ofSerial = (one: Seen) => (one.serial === undefined ? [] : (bySerial.get(one.serial) ?? []));
  const ofMac = (one: Seen) => one.macs.flatMap((mac) => byMac.get(mac) ?? []);
  pass('same', false, (one) => ofSerial(one).filter((device) => shareMac(device, one) && !differInModel(device, one)));
  pass('same', false, (one) => ofSerial(one).filter((device) => !isOtherDevice(device, one)));
  pass('exchanged', true, (one) => ofSerial(one).filter((device) => !differInModel(device, one)));
  pass('same', false, (one) => ofMac(one).filter((device) => !differ(device.serial, one.serial)));
  pass('exchanged', true, (one) => ofMac(one));
  return seen.map((one) => matches.get(one) ?? { seen: one, device: undefined, how: 'new' });
}

/** Devices that answered at their known address. */
export const toAtHome = (matches: readonly Match[]): ReadonlySet<KnownDevice> =>
  new Set(matches.flatMap(({ seen, device }) => (device?.address === seen.address ? [device] : [])));

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  return groups;
}

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
