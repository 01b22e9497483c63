import { readFile, rename } from 'node:fs/promises';
import { statusLimits } from '@platen/contract/collectors';
import { NewerData, parseJson, writeWhole } from '../platform/data-files.ts';
import { hasCode, toErrorText } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type Match, matchSeen, toAtHome, toFindings } from './findings.ts';
import type { Failed, RoundSeen, Seen } from './round-seen.ts';
import {
  type Failing,
  type KnownDevice,
  type KnownState,
  knownFormat,
  knownLimits,
  nothingKnown,
  parseKnown,
} from './state.ts';

/** The devices seen so far, in one file that is rewritten after each round. */
export class KnownDevices {
  #state: KnownState;
  readonly #path: string;
  readonly #log: Log;
  #expected: ReadonlyMap<string, 'answer' | 'silence'> = new Map();

  private constructor(path: string, state: KnownState, log: Log) {
    this.#path = path;
    this.#state = state;
    this.#log = log;
    this.#expect();
  }

  /** Reads the file; a damaged one is renamed and replaced, with a warning. Throws `NewerData`. */
  static async open(path: string, log: Log): Promise<KnownDevices> {
    const state = await readKnown(path, (message) => log.warn(message), true);
    return new KnownDevices(path, state, log);
  }

  get state(): KnownState {
    return this.#state;
  }

  /** What to expect of a target: a device answered there the last time, fell silent, or nothing is known. */
  expects(target: string): 'answer' | 'silence' | 'unknown' {
    return this.#expected.get(target) ?? 'unknown';
  }

  /**
   * Merges a round and saves the result. Write errors are only logged: the state is then lost when the
   * process ends.
   */
  async take(round: RoundSeen): Promise<void> {
    this.#state = toKnownAfter(this.#state, round);
    this.#expect();
    await writeWhole(this.#path, JSON.stringify({ format: knownFormat, ...this.#state })).catch((error: unknown) =>
      this.#log.warn(`${this.#path}: cannot be written (${toErrorText(error)})`),
    );
  }

  #expect(): void {
    const expected = new Map<string, 'answer' | 'silence'>();
    for (const { address } of this.#state.devices) expected.set(address, 'answer');
    for (const { target, kind } of this.#state.failing) if (kind === 'silent') expected.set(target, 'silence');
    this.#expected = expected;
  }
}

/** The contents of the file; empty if there is none. Throws `NewerData`. */
export async function readKnown(path: string, warn: (message: string) => void, putAside: boolean): Promise<KnownState> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    warn(`${path}: cannot be read (${toErrorText(error)}); known devices are collected again`);
    return undefined;
  });
  if (text === undefined) return nothingKnown;
  const parsed = parseKnown(parseJson(text));
  if (parsed === undefined) {
    if (putAside) await rename(path, `${path}.damaged`).catch(() => undefined);
    warn(
      `${path} is damaged${putAside ? ` and was renamed to ${path}.damaged` : ''}; known devices are collected again`,
    );
    return nothingKnown;
  }
  if (parsed.format > knownFormat) throw new NewerData(path, parsed.format, knownFormat);
  if (parsed.damaged > 0) warn(`${path}: ${parsed.damaged} entries are damaged and were left out`);
  return parsed.state;
}

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
