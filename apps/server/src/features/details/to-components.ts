import type { NicAnswer, readFirmware, readNetworkInformation } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { nic } from '@platen/contract/report-sections';
import type * as z from 'zod/mini';
import { toValue } from '../../device/readings.ts';
import type { StoredSections } from '../../device/stored-sections.ts';

/** The 14 versions; null for a component that the device does not have or does not tell (OQ-70). */
export function toFirmware(sections: StoredSections): AnswerOf<typeof readFirmware> {
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
export function toNetworkInformation(sections: StoredSections): AnswerOf<typeof readNetworkInformation> {
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
