import type { DeviceReport } from '@platen/contract/report';
import type { RawReading } from '../../snmp/read-raw.ts';
import { markerCounterUnit, markTech, toName } from '../enumerations.ts';
import { toHeldRows, toRows } from '../raw-table.ts';
import { toCountReading, toEvidence, toNumber } from '../readings.ts';

type Counters = NonNullable<DeviceReport['counters']>;
type Marker = NonNullable<Counters['markers']>[number];
const rowLimit = 64;

/** prtMarkerTable, and the total if the markers allow one. */
export function toCounters(raw: RawReading): Counters | undefined {
  const rows = toHeldRows(raw, 'markers')?.slice(0, rowLimit);
  // The colorants show whether several markers are the colour planes of one engine: without them there is no
  // total.
  if (rows === undefined || !raw.complete.has('colorants')) return undefined;
  const markers = rows.map(
    ({ index, objects }): Marker => ({
      index,
      unit: toName(markerCounterUnit, objects.prtMarkerCounterUnit),
      lifeCount: toCountReading(objects.prtMarkerLifeCount),
      powerOnCount: toCountReading(objects.prtMarkerPowerOnCount),
      markTech: toName(markTech, objects.prtMarkerMarkTech),
    }),
  );
  const total = toTotal(
    raw,
    markers,
    rows.map((row) => row.objects.prtMarkerLifeCount),
  );
  return { markers, ...(total === undefined ? {} : { total }) };
}

/**
 * The count of a single marker is the device's. Several are added only if all are known and count in one
 * unit, and unless they are the colour planes of one engine: then each sheet would count once per colour. A
 * length or a time is no total of pages.
 */
function toTotal(
  raw: RawReading,
  markers: readonly Marker[],
  objects: readonly Parameters<typeof toCountReading>[0][],
): Counters['total'] {
  const units = new Set(markers.map((marker) => marker.unit ?? 'unknown'));
  const unit = [...units][0];
  if (units.size !== 1 || (unit !== 'impressions' && unit !== 'sheets' && unit !== 'unknown')) return undefined;
  const counts = markers.map((marker) => marker.lifeCount);
  const [first] = objects;
  if (first === undefined) return undefined;
  if (counts.length === 1) return counts[0] === undefined ? undefined : { unit, reading: counts[0] };
  if (unit === 'unknown' || areColorPlanes(raw)) return undefined;
  let sum = 0;
  for (const count of counts) {
    if (count?.state !== 'measured') return undefined;
    sum += count.value;
  }
  const evidence = toEvidence(first, 'sumOfMarkers', objects.slice(1));
  return { unit, reading: { state: 'measured', value: sum, evidence } };
}

function areColorPlanes(raw: RawReading): boolean {
  const colorants = toRows(raw, 'colorants') ?? [];
  return new Set(colorants.map((row) => toNumber(row.objects.prtMarkerColorantMarkerIndex))).size > 1;
}
