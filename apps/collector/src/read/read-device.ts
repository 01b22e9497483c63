import type { DeviceReport } from '@platen/contract/report';
import { IppBeside, type IppWanted } from '../ipp/read-ipp.ts';
import { decidePrinter } from '../normalise/decide-printer.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toFurther } from '../normalise/makers/maker-layer.ts';
import type { Layer } from '../normalise/merge/layer.ts';
import { toScalar } from '../normalise/raw-table.ts';
import { toText } from '../normalise/text.ts';
import { toReportOf, toSnmpLayers } from '../normalise/to-report.ts';
import { toFailureWords } from '../platform/error-text.ts';
import type { Access } from '../snmp/access.ts';
import type { DeviceMemory } from '../snmp/memory.ts';
import { scalars } from '../snmp/objects.ts';
import { type RawReading, readRaw } from '../snmp/read-raw.ts';
import { openTransport, readEndpoint, type Transport } from '../snmp/transport.ts';

export interface Target {
  host: string;
  port: number;
}

export interface ReadOptions {
  /** Tried in this order; the first that gets an answer is used. */
  access: readonly Access[];
  /** What earlier readings learned of the way in; without it each begins anew. */
  memory?: DeviceMemory | undefined;
  /** The whole reading ends by then; what was read completely is reported. */
  deadlineMs: number;
  /** Wait for a first answer before asking again. */
  timeoutMs: number;
  retries: number;
  now: () => Date;
  collectorName: string;
  collectorVersion: string;
  site?: DeviceReport['site'];
  /** Absent: the device is not asked over IPP. */
  ipp?: IppWanted | undefined;
  /** One transport may serve any number of devices at once; without it the reading opens its own. */
  transport?: Transport;
}

/**
 * `printer`: `notes` say in words what could not be read to the end. `silent`: no answer in any way.
 * `failed`: it answered, but lets nobody in, or it is not known who it is.
 */
export type ReadOutcome =
  | { kind: 'printer'; report: DeviceReport; notes: readonly string[] }
  | { kind: 'notPrinter'; sysDescr?: string }
  | { kind: 'silent' | 'failed'; reason: string };

/**
 * Reads one device over SNMP and, where wanted, IPP. Never throws for anything a device or a network does.
 * A device that answers only IPP is a printer too; one that SNMP has let in before and that is silent now is taken for silent,
 * as IPP alone may know it by another name.
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
      reason: toFailureWords(error),
    };
  }
  const wasKnown = memory?.get(endpoint) !== undefined;
  const ipp = options.ipp === undefined ? undefined : new IppBeside(endpoint.address, options.ipp, timeoutMs, deadline);
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
    // Who speaks IPP and lets nobody in over SNMP is read in part, and the reason is worth knowing.
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
  ipp: IppBeside | undefined,
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
  const said = await ipp?.reading();
  const further = said === undefined ? [] : [toIppLayer(said.attributes)];
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
