import type { MachineAnswer } from '@platen/contract/machine';
import type { DeviceReport } from '@platen/contract/report';
import type { UnitStatus } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { decideAlertSeverity, whoCanClear } from '@platen/diagnosis/status/alerts';
import { toInstant, toValue } from '../../device/counters.ts';
import type { StoredSections } from '../../device/read-device.ts';

/** The newest readings of trays, bins, covers, panel and alerts as the call answers them. */
export function toMachine({
  status,
  inputs,
  covers,
  paperPath,
  options,
  network,
  counters,
}: Pick<
  StoredSections,
  'status' | 'inputs' | 'covers' | 'paperPath' | 'options' | 'network' | 'counters'
>): MachineAnswer {
  const reported = status?.body;
  return {
    readAt: status === undefined ? null : toInstant(status.observedAt),
    panelText: toText(reported?.consoleText),
    documentFeeder: toValue(options?.body.DF),
    finisher: toValue(options?.body.finisher),
    fax: toValue(options?.body.fax),
    alerts:
      reported?.alerts?.map((alert) => ({
        index: alert.index,
        severity: decideAlertSeverity(alert),
        code: alert.code ?? null,
        text: toText(alert.description),
        whoCanAct: whoCanClear(alert) ?? null,
        since: alert.since ?? null,
      })) ?? null,
    trays:
      inputs?.body.map(
        ({ index, name, description, type, media, size, unit, capacity, level, percent, status: state }) => ({
          index,
          name: toText(name) ?? toText(description),
          type: type ?? null,
          media: toText(media),
          size: size ?? null,
          unit: unit ?? null,
          capacity: toValue(capacity),
          count: toValue(level),
          level: toLevel(percent),
          state: toState(state),
        }),
      ) ?? null,
    bins:
      paperPath?.body.outputs?.map(({ index, name, description, type, percent, status: state }) => ({
        index,
        name: toText(name) ?? toText(description),
        type: type ?? null,
        level: toLevel(percent),
        state: toState(state),
      })) ?? null,
    covers:
      covers?.body.map(({ index, description, status: state }) => ({
        index,
        name: toText(description),
        state: state ?? null,
      })) ?? null,
    counters: toCounters(counters?.body),
    mediaReady: paperPath?.body.mediaReady ?? null,
    links: network?.body.links?.map(({ name, operStatus }) => ({ name, state: operStatus })) ?? null,
  };
}

/** Two-sided sheets have no label: their name is ours. */
function toCounters(counters: DeviceReport['counters']): MachineAnswer['counters'] {
  const duplex = counters?.duplexSheets;
  return [
    ...(duplex === undefined ? [] : [{ label: null, unit: duplex.unit, reading: duplex.reading }]),
    ...(counters?.labelled ?? []),
  ].flatMap(({ label, unit, reading }) => (reading.state === 'measured' ? { label, unit, value: reading.value } : []));
}

const toText = (text: string | undefined): string | null => text?.trim() || null;

const toLevel = (percent: Reading<number>): NonNullable<MachineAnswer['bins']>[number]['level'] => ({
  percent: toValue(percent),
  state: percent.state,
});

const toState = (status: UnitStatus | undefined): NonNullable<MachineAnswer['bins']>[number]['state'] =>
  status === undefined
    ? null
    : { availability: status.availability ?? null, alert: status.alert ?? null, offline: status.offline ?? false };
