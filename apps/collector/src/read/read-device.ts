import type { DeviceReport } from '@platen/contract/report';
import type { ReadOutcome } from '../discover/visit.ts';
import { type IppWanted, ParallelIpp } from '../ipp/read-ipp.ts';
import { decidePrinter } from '../normalise/decide-printer.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toFurther } from '../normalise/makers/maker-layer.ts';
import type { Layer } from '../normalise/merge/layer.ts';
import { toScalar } from '../normalise/raw-table.ts';
import { toText } from '../normalise/readings.ts';
import { toReportOf, toSnmpLayers } from '../normalise/to-report.ts';
import { toErrorText } from '../platform/errors.ts';
import type { Target } from '../settings/targets.ts';
import type { Access, DeviceMemory } from '../snmp/access.ts';
import { scalars } from '../snmp/objects.ts';
import { type RawReading, readRaw } from '../snmp/read-raw.ts';
import { openTransport, readEndpoint, type Transport } from '../snmp/transport.ts';

export interface ReadOptions {
  /** Tried in this order; the first that gets an answer is used. */
  access: readonly Access[];
  /** Successful access of earlier readings; without it each reading tries all. */
  memory?: DeviceMemory | undefined;
  /** Time limit of the whole reading; tables read completely by then are reported. */
  deadlineMs: number;
  /** Wait for a first answer before a repeat. */
  timeoutMs: number;
  retries: number;
  now: () => Date;
  collectorName: string;
  collectorVersion: string;
  site?: DeviceReport['site'];
  /** Absent: the device is not read over IPP. */
  ipp?: IppWanted | undefined;
  /** One transport may serve any number of devices at once; without it the reading opens its own. */
  transport?: Transport;
}

/**
 * Reads one device over SNMP and, if configured, IPP. Never throws for anything a device or a network does.
 * A device that answers only IPP is a printer too. One that allowed access over SNMP before and does not
 * answer it now counts as silent, as IPP alone may report another identity.
 */
export async function readDevice(target: Target, options: ReadOptions): Promise<ReadOutcome> {
  const deadline = performance.now() + options.deadlineMs;
  const { access, memory, timeoutMs, retries } = options;
  let endpoint: Awaited<ReturnType<typeof readEndpoint>>;
  try {
    endpoint = await readEndpoint(target.host, target.port);
  } catch (error) {
    return {
      kind: 'failed',
      reason: toErrorText(error),
    };
  }
  const wasKnown = memory?.get(endpoint) !== undefined;
  const ipp =
    options.ipp === undefined ? undefined : new ParallelIpp(endpoint.address, options.ipp, timeoutMs, deadline);
  const transport = options.transport ?? openTransport();
  try {
    const isWanted = (raw: RawReading): boolean => {
      const isPrinter = decidePrinter(raw);
      if (isPrinter) ipp?.start();
      return isPrinter;
    };
    const raw = await readRaw(
      { transport, endpoint, access, memory, timeoutMs, retries, deadline },
      isWanted,
      toFurther,
    );
    if (!('kind' in raw)) return await toOutcome(raw, ipp, target, options);
    const alone = wasKnown ? undefined : await ipp?.reading();
    // A device that supports IPP but refuses SNMP is read in part; the reason goes into the notes.
    const refused = raw.kind === 'refused' ? [raw.reason] : [];
    if (alone !== undefined) return toPrinter([toIppLayer(alone.attributes)], refused, target, options);
    return { kind: raw.kind === 'silent' ? 'silent' : 'failed', reason: raw.reason };
  } finally {
    ipp?.stop();
    if (options.transport === undefined) transport.close();
  }
}

async function toOutcome(
  raw: RawReading,
  ipp: ParallelIpp | undefined,
  target: Target,
  options: ReadOptions,
): Promise<ReadOutcome> {
  const isIdentityRead = (['hrDevice', 'hrPrinter', 'general', 'interfaces'] as const).every((table) =>
    raw.complete.has(table),
  );
  if (!isIdentityRead) return { kind: 'failed', reason: raw.notes.join('; ') || 'fell silent' };
  if (!decidePrinter(raw)) {
    const sysDescr = toText(toScalar(raw, 'sysDescr', scalars.sysDescr));
    return { kind: 'notPrinter', ...(sysDescr === undefined ? {} : { sysDescr }) };
  }
  const reading = await ipp?.reading();
  const further = reading === undefined ? [] : [toIppLayer(reading.attributes)];
  return toPrinter([...toSnmpLayers(raw), ...further], raw.notes, target, options);
}

function toPrinter(
  layers: readonly Layer[],
  notes: readonly string[],
  target: Target,
  options: ReadOptions,
): ReadOutcome {
  const { collectorName, collectorVersion, site } = options;
  const head = { observedAt: options.now(), collectorName, collectorVersion, address: target.host };
  return { kind: 'printer', report: toReportOf(layers, { ...head, ...(site === undefined ? {} : { site }) }), notes };
}
