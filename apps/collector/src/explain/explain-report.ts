import type { DeviceReport } from '@platen/contract/report';
import { type Evidence, evidence as evidenceSchema } from '@platen/contract/values';
import { type Table, type TableName, tables } from '../snmp/objects.ts';
import { type SnmpValue, toRawText } from '../snmp/value.ts';

/** One value of a report and its source: an OID or an IPP attribute; empty for a conclusion of Platen. */
export interface Explained {
  /** `supplies[0].level` */
  path: string;
  /** The value, or its state (`unknown`, `someRemaining` …) in brackets. */
  value: string;
  protocol: string;
  source: string;
  name: string;
  rule: string;
  raw: string;
  also: { source: string; name?: string | undefined; raw: string }[];
  contradictedBy: { source: string; name?: string | undefined; raw: string }[];
}

/** Values about the reading itself, not about the device. */
const notOfTheDevice = new Set(['version', 'observedAt', 'source', 'site']);

/** Every value of a report, in its order. `objects`: the recording, for the plain values of rows. Pure. */
export function explainReport(report: DeviceReport, objects: ReadonlyMap<string, SnmpValue>): Explained[] {
  return Object.entries(report)
    .filter(([section]) => !notOfTheDevice.has(section))
    .flatMap(([section, value]) => explain(section, value, objects, undefined));
}

function explain(
  path: string,
  value: unknown,
  objects: ReadonlyMap<string, SnmpValue>,
  evidence: Evidence | undefined,
): Explained[] {
  if (value === undefined) return [];
  if (!isRecord(value)) {
    if (Array.isArray(value) && (value.length === 0 || value.some((item) => isRecord(item))))
      return value.length === 0
        ? [toLine(path, '(none)', evidence)]
        : value.flatMap((item, i) => explain(`${path}[${i}]`, item, objects, undefined));
    return [toLine(path, Array.isArray(value) ? value.map(toShown).join(', ') : toShown(value), evidence)];
  }
  if (typeof value.state === 'string') {
    const own = evidenceSchema.safeParse(value.evidence);
    const shown = value.state === 'measured' ? toShown(value.value) : `(${value.state})`;
    return [toLine(path, shown, own.success ? own.data : evidence)];
  }
  if (isRecord(value.reading)) return [explainCount(path, value, value.reading)];
  return Object.entries(value)
    .filter(([field]) => field !== 'evidence' && field !== 'index')
    .flatMap(([field, item]) => {
      const own = toFieldEvidence(value, field) ?? toRowEvidence(path, value.index, field, objects);
      return explain(
        `${path}.${field}`,
        item,
        objects,
        own ?? toAddressEvidence(path, field, item, objects) ?? evidence,
      );
    });
}

/** A counter or sensor in one line: its value, and what it counts. */
function explainCount(path: string, row: Record<string, unknown>, reading: Record<string, unknown>): Explained {
  const own = evidenceSchema.safeParse(reading.evidence);
  const what = Object.entries(row).flatMap(([field, item]) => (field === 'reading' ? [] : [toShown(item)]));
  const figure = reading.state === 'measured' ? toShown(reading.value) : `(${toShown(reading.state)})`;
  return toLine(path, `${figure} (${what.join(' ')})`, own.success ? own.data : undefined);
}

/** Fields that share the evidence of another: both are views of one object. */
const sameObject: Readonly<Record<string, string>> = {
  detectedErrorStateHex: 'detectedErrors',
  enterprise: 'sysObjectId',
};

function toFieldEvidence(value: Record<string, unknown>, field: string): Evidence | undefined {
  const byField = isRecord(value.evidence) ? value.evidence : {};
  const other = sameObject[field];
  const twin = other === undefined ? undefined : value[other];
  for (const one of [
    byField[field],
    other === undefined ? undefined : byField[other],
    isRecord(twin) ? twin.evidence : undefined,
  ]) {
    const given = evidenceSchema.safeParse(one);
    if (given.success) return given.data;
  }
  return undefined;
}

const ifPhysAddress = '1.3.6.1.2.1.2.2.1.6.';

/** The interface that has the first of the hardware addresses. */
function toAddressEvidence(
  path: string,
  field: string,
  item: unknown,
  objects: ReadonlyMap<string, SnmpValue>,
): Evidence | undefined {
  const [first]: unknown[] = path === 'identity' && field === 'macAddresses' && Array.isArray(item) ? item : [];
  if (typeof first !== 'string') return undefined;
  const hex = first.replaceAll(':', '').toLowerCase();
  for (const [oid, value] of objects)
    if (oid.startsWith(ifPhysAddress) && 'bytes' in value && Buffer.from(value.bytes).toString('hex') === hex) {
      const name = `ifPhysAddress.${oid.slice(ifPhysAddress.length)}`;
      return { protocol: 'snmp', source: oid, name, raw: toRawText(value), rule: 'macAddress' };
    }
  return undefined;
}

/** Evidence of a plain value in a row of a standard table, by its index. */
function toRowEvidence(
  path: string,
  index: unknown,
  field: string,
  objects: ReadonlyMap<string, SnmpValue>,
): Evidence | undefined {
  const row = rowObjects[path.replace(/\[\d+\]$/, '')];
  const column = row?.columns[field];
  if (row === undefined || column === undefined || typeof index !== 'string') return undefined;
  const table: Table = tables[row.table];
  const source = `${table.entry}.${table.columns[column]}.${index}`;
  const value = objects.get(source);
  if (value === undefined) return undefined;
  const rule =
    value.type === 'octets' ? 'textDecoded' : field === 'code' || /^\d+$/.test(field) ? 'asReported' : 'enumName';
  return { protocol: 'snmp', source, name: `${column}.${index}`, raw: toRawText(value), rule };
}

const toShown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function toLine(path: string, value: string, evidence: Evidence | undefined): Explained {
  return {
    path,
    value,
    protocol: evidence?.protocol ?? '',
    source: evidence?.source ?? '',
    name: evidence?.name ?? '',
    rule: evidence?.rule ?? '',
    raw: evidence?.raw ?? '',
    also: evidence?.also ?? [],
    contradictedBy: evidence?.contradictedBy ?? [],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The source object of a plain value of a row: rows have an index, and their plain values have no evidence of
 * their own. By section of the report, then by field.
 */
const rowObjects: Readonly<Record<string, { table: TableName; columns: Readonly<Record<string, string>> }>> = {
  'status.alerts': {
    table: 'alerts',
    columns: {
      severity: 'prtAlertSeverityLevel',
      trainingLevel: 'prtAlertTrainingLevel',
      group: 'prtAlertGroup',
      groupIndex: 'prtAlertGroupIndex',
      location: 'prtAlertLocation',
      code: 'prtAlertCode',
      description: 'prtAlertDescription',
      timeTicks: 'prtAlertTime',
    },
  },
  'counters.markers': {
    table: 'markers',
    columns: { unit: 'prtMarkerCounterUnit', markTech: 'prtMarkerMarkTech' },
  },
  supplies: {
    table: 'supplies',
    columns: {
      description: 'prtMarkerSuppliesDescription',
      class: 'prtMarkerSuppliesClass',
      type: 'prtMarkerSuppliesType',
      unit: 'prtMarkerSuppliesSupplyUnit',
    },
  },
  inputs: {
    table: 'inputs',
    columns: {
      name: 'prtInputName',
      description: 'prtInputDescription',
      type: 'prtInputType',
      media: 'prtInputMediaName',
      unit: 'prtInputCapacityUnit',
      size: 'prtInputMediaDimFeedDirChosen',
      status: 'prtInputStatus',
    },
  },
  'paperPath.outputs': {
    table: 'outputs',
    columns: {
      name: 'prtOutputName',
      description: 'prtOutputDescription',
      type: 'prtOutputType',
      status: 'prtOutputStatus',
    },
  },
  covers: { table: 'covers', columns: { description: 'prtCoverDescription', status: 'prtCoverStatus' } },
};

/** Columns are as wide as their longest text, up to this limit; longer texts shift the rest of the line. */
const widest = [36, 40, 44, 18] as const;

/**
 * The explanation as a table: path, value, source, rule, raw value; on further lines other objects used and
 * contradicting values.
 */
export function toExplainedText(lines: readonly Explained[]): string {
  const rows = lines.map((line) => [
    line.path,
    toOneLine(line.value),
    line.name === '' || line.name === line.source ? line.source : `${line.source} ${line.name}`,
    line.rule,
    toOneLine(line.raw),
  ]);
  const all = [['value', '', 'from', 'rule', 'raw'], ...rows];
  const widths = widest.map((most, i) => Math.min(most, Math.max(...all.map((row) => (row[i] ?? '').length))));
  const toText = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const further = (line: Explained) => [
    ...line.also.map((other) => `    with ${toSource(other)}`),
    ...line.contradictedBy.map((other) => `    against ${toSource(other)}`),
  ];
  const [head = [], ...body] = all;
  return [
    toText(head),
    ...body.flatMap((row, i) => [toText(row), ...(lines[i] === undefined ? [] : further(lines[i]))]),
  ].join('\n');
}

const toSource = ({ source, name, raw }: Explained['also'][number]) =>
  `${source}${name === undefined || name === source ? '' : ` ${name}`}: ${toOneLine(raw)}`;

/** Makes control characters of a device visible: they must not break the table or control a terminal. */
const toOneLine = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
