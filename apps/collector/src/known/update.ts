import { statusLimits } from '@platen/contract/collectors';
import { toFindings } from './findings.ts';
import { type Match, matchSeen, toAtHome } from './match.ts';
import type { Failed, RoundSeen, Seen } from './round-seen.ts';
import { type Failing, type KnownDevice, type KnownState, knownLimits } from './state.ts';

/** The known devices after a round. Pure. */
export function toKnownAfter(before: KnownState, round: RoundSeen): KnownState {
  const identified = round.seen.filter(({ serial, macs }) => serial !== undefined || macs.length > 0);
  const matches = matchSeen(before.devices, identified);
  const findings = toFindings(before.findings, matches, round.at);
  const devices = toDevices(before.devices, matches);
  return { devices, findings, failing: toFailing(before.failing, devices, round) };
}

function toDevices(before: readonly KnownDevice[], matches: readonly Match[]): KnownDevice[] {
  const after = new Map<KnownDevice, KnownDevice>(before.map((device) => [device, device]));
  const added: KnownDevice[] = [];
  const atHome = toAtHome(matches);
  for (const { seen, device } of matches) {
    if (device === undefined) added.push(toDevice(seen, undefined));
    // A second address of a device that also answers at its own provides nothing new.
    else if (device.address === seen.address || !atHome.has(device)) after.set(device, toDevice(seen, device));
  }
  return [...after.values(), ...added]
    .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))
    .slice(0, knownLimits.devices);
}

function toDevice(seen: Seen, before: KnownDevice | undefined): KnownDevice {
  const serial = seen.serial ?? before?.serial;
  const model = seen.model ?? before?.model;
  const total = seen.total ?? before?.total;
  const noted = seen.noted ?? before?.noted;
  return {
    ...(serial === undefined ? {} : { serial }),
    ...(model === undefined ? {} : { model }),
    macs: [...(seen.macs.length > 0 ? seen.macs : (before?.macs ?? []))],
    address: seen.address,
    site: seen.site,
    found: seen.found,
    ...(noted === undefined ? {} : { noted: { ...noted } }),
    firstSeen: before?.firstSeen ?? seen.at,
    lastSeen: seen.at,
    ...(seen.upTimeTicks === undefined ? {} : { upTimeTicks: seen.upTimeTicks }),
    ...(total === undefined ? {} : { total }),
  };
}

/** Silence counts where a device was known or a user named the target; any other failure always counts. */
function toFailing(before: readonly Failing[], devices: readonly KnownDevice[], round: RoundSeen): Failing[] {
  const atAddress = new Map(devices.map((device) => [device.address, device]));
  const known = new Map(before.map((item) => [item.target, item]));
  const counts = ({ kind, named, target }: Failed) => kind !== 'silent' || named || atAddress.has(target);
  const now = round.failed.filter(counts).map(({ target, kind, reason }): Failing => {
    const old = known.get(target);
    const serial = atAddress.get(target)?.serial;
    return {
      target: target.slice(0, statusLimits.target),
      kind,
      reason: reason.replaceAll('\u0000', '').slice(0, statusLimits.reason),
      since: old?.since ?? round.at,
      inARow: (old?.inARow ?? 0) + 1,
      ...(serial === undefined ? {} : { serial: serial.slice(0, statusLimits.text) }),
    };
  });
  const asked = new Set([...round.failed.map(({ target }) => target), ...round.seen.map(({ address }) => address)]);
  const notAsked = round.whole ? [] : before.filter(({ target }) => !asked.has(target));
  return [...now, ...notAsked].toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, knownLimits.failing);
}
