import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Refusal, readRefusals, refusalHoldsMs, refusalsFileName } from '../delivery/refusals.ts';
import { type Denied, denialTexts, readDenied, standingFileName } from '../delivery/standing.ts';
import { toFindingText } from '../known/findings.ts';
import { readKnown } from '../known/known-devices.ts';
import type { KnownState } from '../known/state.ts';
import { readRunning } from '../outbox/lock.ts';
import { readWaiting } from '../outbox/segment.ts';
import { openDataFolderToRead } from '../platform/data-files.ts';
import { minuteMs } from '../platform/time.ts';
import { type LoggedOrder, orderLogFileName, readOrderLog } from '../remote/order-log.ts';
import { toSealingFingerprint } from '../remote/sealed.ts';
import { readEnrolment } from '../settings/enrolment.ts';
import { readStatusFile, type StatusFile, statusFileName } from './health-keeper.ts';

/** The state of a data folder, whether a collector is running or not. */
interface FolderState {
  folder: string;
  running: { pid: number; since: string } | undefined;
  /** The state that the collector saved last. */
  last: StatusFile | undefined;
  waiting: { reports: number; bytes: number };
  /** Refused reports that are set aside. */
  refused: number;
  /** Refusals because of which devices are not reported for a day, while they do not change. */
  heldBack: readonly Refusal[];
  /** It rests or was revoked; undefined: it may read. */
  denied: Denied | undefined;
  known: KnownState;
  /** What the portal asked for, the newest last. */
  orders: readonly LoggedOrder[];
  /** Fingerprint of the key to which the portal seals secrets; undefined: it did not enrol. */
  sealing: string | undefined;
  warnings: string[];
}

/** Changes nothing. Undefined if no collector has used the folder. Throws `NewerData`. */
export async function readFolderState(folder: string): Promise<FolderState | undefined> {
  const outbox = join(folder, 'outbox');
  const isUsed = await stat(outbox).then(
    () => true,
    () => false,
  );
  if (!isUsed) return undefined;
  await openDataFolderToRead(folder);
  const enrolment = await readEnrolment(folder);
  const warnings: string[] = [];
  return {
    folder,
    running: await readRunning(outbox),
    last: await readStatusFile(join(folder, statusFileName)),
    waiting: await readWaiting(outbox),
    refused: (await readdir(join(outbox, 'refused')).catch(() => [])).length,
    heldBack: await readRefusals(join(folder, refusalsFileName)),
    denied: await readDenied(join(folder, standingFileName)),
    sealing: enrolment && toSealingFingerprint(enrolment),
    orders: await readOrderLog(join(folder, orderLogFileName)),
    known: await readKnown(join(folder, 'known.json'), (message) => warnings.push(message), false),
    warnings,
  };
}

/** Problems that need attention; empty if there are none. */
export function toConcerns(state: FolderState): string[] {
  const { running, last, waiting, refused, known, denied } = state;
  return [
    ...(denied === undefined ? [] : [denialTexts[denied.state]]),
    ...(running === undefined && waiting.reports > 0 ? ['reports wait and no collector runs'] : []),
    ...(running !== undefined && last?.delivery.reason !== undefined && waiting.reports > 0
      ? [`no report is delivered: ${last.delivery.reason}`]
      : []),
    ...(refused > 0 ? [`the server has refused reports: ${refused} in outbox/refused`] : []),
    ...(known.failing.length > 0 ? [`${known.failing.length} targets fail`] : []),
    ...state.warnings,
  ];
}

const mostFindings = 100;

/** The state of a data folder for the user, one fact per line. `now` for ages. */
export function toStateText(state: FolderState, now: Date): string {
  const { running, last, waiting, refused, known } = state;
  const isHeldBack = state.heldBack.filter(({ at }) => now.getTime() - Date.parse(at) < refusalHoldsMs);
  const line = (name: string, text: string) => `${name.padEnd(12)} ${text}`;
  const round = last?.status.round ?? undefined;
  const concerns = toConcerns(state);
  const lines = [
    line('folder', state.folder),
    line(
      'collector',
      running === undefined
        ? `not running${last === undefined ? '' : `; last active ${toAge(last.status.sentAt, now)}`}`
        : `runs as process ${running.pid}, since ${running.since}`,
    ),
    ...(state.denied === undefined
      ? []
      : [line('standing', `${denialTexts[state.denied.state]} since ${state.denied.since}; it asks once a day`)]),
    ...(last === undefined ? [] : [line('name', `${last.status.name}, version ${last.status.version}`)]),
    line(
      'last round',
      round === undefined
        ? 'none yet'
        : `ended ${toAge(round.endedAt, now)}: ${round.targets} targets, ${round.printers} printers, ${round.notPrinters} other devices, ${round.silent} silent, ${round.failed} failed`,
    ),
    ...(running === undefined || last?.nextRoundAt === undefined ? [] : [line('next round', last.nextRoundAt)]),
    line(
      'waiting',
      `${waiting.reports} reports, ${Math.ceil(waiting.bytes / 1024)} KiB; ${refused} refused and set aside`,
    ),
    ...(last === undefined
      ? []
      : [
          line(
            'delivered',
            `${last.delivery.stored} since its start${last.delivery.reason === undefined ? '' : `; ${last.delivery.reason}`}`,
          ),
        ]),
    line('held back', toHeldBack(isHeldBack.length)),
    ...toList(isHeldBack, ({ device, at, reason }) => `${device}: refused ${toAge(at, now)}: ${reason}`),
    line('devices', `${known.devices.length} known`),
    line('failing', `${known.failing.length}`),
    ...toList(known.failing, ({ target, kind, serial, reason, since, inARow }) => {
      const who = serial === undefined ? '' : ` (serial ${serial})`;
      return `${target}${who}: ${kind} since ${since}, ${inARow} rounds: ${reason}`;
    }),
    line('found', `${known.findings.length}`),
    ...toList(known.findings, (finding) => `${toFindingText(finding)}, since ${finding.since}`),
    ...toRemoteLines(state),
    line('in short', concerns.length === 0 ? 'no problems' : concerns.join('; ')),
  ];
  return lines.join('\n');
}

const mostOrders = 20;

/** How far the portal may go, what it set, and what it asked for (CF-10, CF-31). */
function toRemoteLines({ last, orders, sealing }: FolderState): string[] {
  const remote = last?.status.remote;
  const { inForce, judged } = remote ?? {};
  const settings = inForce === undefined ? '' : `; its settings ${inForce} are in force`;
  const failed = judged?.state === 'failed' ? `; its settings ${judged.number} were refused` : '';
  return [
    ...(remote === undefined ? [] : [`${'portal'.padEnd(12)} ${remote.level}${settings}${failed}`]),
    ...(sealing === undefined
      ? []
      : [`${'sealing'.padEnd(12)} secrets of the portal are sealed to the key ${sealing}`]),
    ...(orders.length === 0 ? [] : [`${'asked'.padEnd(12)} ${orders.length}, the newest first`]),
    ...toList(
      orders.slice(-mostOrders).toReversed(),
      ({ at, kind, addresses, by, reason, state }) =>
        `${at} ${[kind, ...addresses].join(' ')}: ${state}, asked by ${by}: ${reason.replaceAll(/\s+/g, ' ')}`,
    ),
  ];
}

const toHeldBack = (count: number) =>
  count === 0 ? 'none' : `${count} devices, until what the server refused changes or a day has passed`;

function toList<T>(items: readonly T[], toText: (item: T) => string): string[] {
  const more = items.length - mostFindings;
  return [
    ...items.slice(0, mostFindings).map((item) => `  ${toText(item)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function toAge(instant: string, now: Date): string {
  const minutes = Math.round((now.getTime() - Date.parse(instant)) / minuteMs);
  const age = minutes < 2 ? 'just now' : minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
  return `${age} (${instant})`;
}
