import type { DeviceReport } from '@platen/contract/report';
import { decodeMessage } from '../src/ipp/decode.ts';
import type { IppAttribute } from '../src/ipp/message.ts';
import { toIppLayer } from '../src/normalise/ipp/ipp-layer.ts';
import { toReportOf } from '../src/normalise/to-report.ts';

const head = {
  observedAt: new Date('2026-01-31T12:00:00Z'),
  collectorName: 'test',
  collectorVersion: '0.0.0',
  address: '192.0.2.1',
};

/** The report of a device that is read over IPP only. */
export const toReportOfIpp = (attributes: readonly IppAttribute[]): DeviceReport =>
  toReportOf([toIppLayer(attributes)], head);

/** The same from the octets of an answer; throws if they are no answer. */
export function toIppReport(bytes: Uint8Array): DeviceReport {
  const decoded = decodeMessage(bytes);
  if (!decoded.ok) throw new Error(decoded.reason);
  return toReportOfIpp(
    decoded.message.groups.filter(({ tag }) => tag === 0x04).flatMap(({ attributes }) => attributes),
  );
}
