import type { NicAnswer, readFirmware, readNetworkInformation } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { nic } from '@platen/contract/report-sections';
import type * as z from 'zod/mini';
import { toValue } from '../../device/readings.ts';
import type { StoredSections } from '../../device/stored-sections.ts';

/** The 14 versions; null for a component that the device does not have or does not tell (OQ-70). */
export function toFirmware(sections: StoredSections): AnswerOf<typeof readFirmware> {
  const said = sections.firmware?.body ?? {};
  return {
    system: toValue(said.system),
    OS: toValue(said.OS),
    engine: toValue(said.engine),
    scan: toValue(said.scan),
    NIC: toValue(said.NIC),
    DF: toValue(said.DF),
    finisher: toValue(said.finisher),
    holePunch: toValue(said.holePunch),
    fax1: toValue(said.fax1),
    fax2: toValue(said.fax2),
    HDD: toValue(said.HDD),
    PFC: toValue(said.PFC),
    feed: toValue(said.feed),
    LED: toValue(said.LED),
  };
}

/** The first two interfaces; null for one that the device does not have (OQ-74). */
export function toNetworkInformation(sections: StoredSections): AnswerOf<typeof readNetworkInformation> {
  const [first, second] = sections.network?.body.interfaces ?? [];
  return { nic_1st: toNic(first), nic_2nd: toNic(second) };
}

const toNic = (said: z.output<typeof nic> | undefined): NicAnswer | null =>
  said === undefined
    ? null
    : {
        ipAddress: toValue(said.ipAddress),
        subnetMask: toValue(said.subnetMask),
        defaultGateway: toValue(said.defaultGateway),
        primaryDns: toValue(said.primaryDns),
        secondaryDns: toValue(said.secondaryDns),
        smtpServer: toValue(said.smtpServer),
        macAddress: toValue(said.macAddress),
      };
