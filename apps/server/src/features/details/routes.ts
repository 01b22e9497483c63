import { errorCountDays } from '@platen/contract/constants';
import {
  type EvidenceEntry,
  type NicAnswer,
  readEvidence,
  readFirmware,
  readNetworkInformation,
  readProfile,
} from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import { readMachine } from '@platen/contract/machine';
import type { nic } from '@platen/contract/report-sections';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { toValue } from '../../device/counters.ts';
import { lastDays, toCountedTime, toSpan } from '../../device/periods.ts';
import type { StoredSections } from '../../device/read-device.ts';
import { serve } from '../../kit/serve.ts';
import { readVisitsAhead, toDeviceWorklist } from '../../worklist/device-state.ts';
import { readEvidenceRow, readReportsOf } from './evidence-store.ts';
import { readFirmwareRow, readMachineRow, readNetworkRow, readProfileRow } from './store.ts';
import { toCountedFigures, withLevels } from './to-counted-figures.ts';
import { toEvidence } from './to-evidence.ts';
import { toEarlierDays, toJudgedEvidence } from './to-judged-evidence.ts';
import { toMachine } from './to-machine.ts';
import { toProfile } from './to-profile.ts';
import { toReplacementEvidence, toTableEvidence } from './to-table-evidence.ts';

/** The calls about one device: profile, firmware, network and where their values came from. */
export function registerDetails(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readProfile, async ({ user, params, query }) => {
    const now = new Date();
    const days = lastDays(now, errorCountDays, query.timeZone ?? 'UTC');
    const row = await readProfileRow(store, user, params.id, toSpan(days, now));
    const visits = await readVisitsAhead(async (statement) => (await statement.execute(store.db)).rows, user, [row]);
    const visit = visits.get(params.id);
    return {
      ...toProfile(row, now),
      ...toDeviceWorklist(user, row),
      ...(visit !== undefined && { visit }),
      ...toCountedTime(days, query.timeZone),
    };
  });
  serve(app, readFirmware, async ({ user, params }) => {
    const { sections } = await readFirmwareRow(store, user, params.id);
    return toFirmware(sections ?? {});
  });
  serve(app, readNetworkInformation, async ({ user, params }) => {
    const { sections } = await readNetworkRow(store, user, params.id);
    return toNetworkInformation(sections ?? {});
  });
  serve(app, readMachine, async ({ user, params }) => {
    const { sections } = await readMachineRow(store, user, params.id);
    return toMachine(sections ?? {});
  });
  serve(app, readEvidence, async ({ user, params, query }) => {
    const now = new Date();
    const row = await readEvidenceRow(store, user, params.id, { now, zone: query.timeZone ?? 'UTC' });
    const { judgedAt, through, newestReport, toner, pmParts, predictions, risk } = row;
    const parts =
      judgedAt && through && toner && predictions
        ? { judgedAt, through, newestReport, toner, pmParts, predictions, risk }
        : undefined;
    const judged =
      parts === undefined
        ? undefined
        : toJudgedEvidence(parts, await readReportsOf(store, params.id, toEarlierDays(parts)));
    const counted = toCountedFigures(row);
    return {
      // A judged figure is another one than the reading of the same name.
      evidence: join(
        toEvidence(row.sections ?? {}),
        judged?.entries ?? {},
        toReplacementEvidence(row.replacements ?? [], predictions),
        toTableEvidence(row),
        counted.entries,
      ),
      figures: { ...withLevels(judged?.figures ?? {}, row.supplyDays ?? []), ...counted.figures },
    };
  });
}

/** As spreading them one after the other, in a third of the time for hundreds of keys. */
function join(...parts: readonly Record<string, EvidenceEntry>[]): Record<string, EvidenceEntry> {
  const all: Record<string, EvidenceEntry> = {};
  for (const part of parts) for (const [path, entry] of Object.entries(part)) all[path] = entry;
  return all;
}

/** The 14 versions; null for a component that the device does not have or does not tell (OQ-70). */
function toFirmware(sections: StoredSections): AnswerOf<typeof readFirmware> {
  const versions = sections.firmware?.body ?? {};
  return {
    system: toValue(versions.system),
    OS: toValue(versions.OS),
    engine: toValue(versions.engine),
    scan: toValue(versions.scan),
    NIC: toValue(versions.NIC),
    DF: toValue(versions.DF),
    finisher: toValue(versions.finisher),
    holePunch: toValue(versions.holePunch),
    fax1: toValue(versions.fax1),
    fax2: toValue(versions.fax2),
    HDD: toValue(versions.HDD),
    PFC: toValue(versions.PFC),
    feed: toValue(versions.feed),
    LED: toValue(versions.LED),
  };
}

/** The first two interfaces; null for one that the device does not have (OQ-74). */
function toNetworkInformation(sections: StoredSections): AnswerOf<typeof readNetworkInformation> {
  const [first, second] = sections.network?.body.interfaces ?? [];
  return { nic_1st: toNic(first), nic_2nd: toNic(second) };
}

const toNic = (versions: z.output<typeof nic> | undefined): NicAnswer | null =>
  versions === undefined
    ? null
    : {
        ipAddress: toValue(versions.ipAddress),
        subnetMask: toValue(versions.subnetMask),
        defaultGateway: toValue(versions.defaultGateway),
        primaryDns: toValue(versions.primaryDns),
        secondaryDns: toValue(versions.secondaryDns),
        smtpServer: toValue(versions.smtpServer),
        macAddress: toValue(versions.macAddress),
      };
