import type { MsgHdrs } from '@nats-io/transport-node';

/** Reports of one delivery that passed every check, on their way to the store. */
export interface ReportMessage {
  readonly collectorId: string;
  /** When the delivery arrived: the clock of its reports was checked against it. */
  readonly arrivedAt: Date;
  /** Seconds that the clock of the sender was ahead of ours. */
  readonly clockOffset: number;
  /** Content type of the body before it was packed. */
  readonly type: string;
  /** gzip. */
  readonly bytes: Uint8Array;
}

const form = '1';
const name = {
  form: 'Platen-Form',
  collectorId: 'Platen-Collector',
  arrivedAt: 'Platen-Arrived',
  clockOffset: 'Platen-Clock-Offset',
  type: 'Platen-Type',
} as const;

/** Writes everything but the body into the headers of a message. */
export function writeHeaders(headers: MsgHdrs, message: Omit<ReportMessage, 'bytes'>): MsgHdrs {
  headers.set(name.form, form);
  headers.set(name.collectorId, message.collectorId);
  headers.set(name.arrivedAt, message.arrivedAt.toISOString());
  headers.set(name.clockOffset, String(message.clockOffset));
  headers.set(name.type, message.type);
  return headers;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined: not written by `writeHeaders` of this version. */
export function readHeaders(headers: Pick<MsgHdrs, 'get'> | undefined): Omit<ReportMessage, 'bytes'> | undefined {
  if (headers?.get(name.form) !== form) return undefined;
  const collectorId = headers.get(name.collectorId);
  const arrivedAt = new Date(headers.get(name.arrivedAt));
  const clockOffset = Number(headers.get(name.clockOffset));
  if (!uuid.test(collectorId) || Number.isNaN(arrivedAt.getTime()) || !Number.isFinite(clockOffset)) return undefined;
  return { collectorId, arrivedAt, clockOffset, type: headers.get(name.type) };
}
