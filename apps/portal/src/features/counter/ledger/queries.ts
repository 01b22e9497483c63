import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import type * as meters from '@platen/contract/meters';
import { call } from '../../../api/client.ts';
import { deviceQuery, lazySchemas } from '../../../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/meters'));

export type MeterStates = AnswerOf<typeof meters.readMeters>;
export type MeterLedger = AnswerOf<typeof meters.readMeterReadings>;
export type NewCorrection = BodyOf<typeof meters.correctMeter>;
export type Decision = BodyOf<typeof meters.decideCorrection>['decision'];

export const ledgerQueries = {
  meters: (id: string) =>
    deviceQuery(id, ['meters'], async (request) => {
      const { readMeters } = await readSchemas();
      return (await call(readMeters, { ...request, query: {} })).data;
    }),
  readings: (id: string, meter: string) =>
    deviceQuery(id, ['meters', meter, 'readings'], async ({ signal }) => {
      const { readMeterReadings } = await readSchemas();
      return (await call(readMeterReadings, { params: { id, meter }, query: {}, signal })).data;
    }),
  proof: (id: string, meter: string, instant: string) =>
    deviceQuery(id, ['meters', meter, 'proof', instant], async ({ signal }) => {
      const { readMeterProof } = await readSchemas();
      return (await call(readMeterProof, { params: { id, meter }, query: { instant }, signal })).data;
    }),
};

export async function sendCorrection(id: string, meter: string, body: NewCorrection, idempotencyKey: string) {
  const { correctMeter } = await readSchemas();
  return (await call(correctMeter, { params: { id, meter }, body, idempotencyKey })).data;
}

export async function sendDecision(id: string, meter: string, correctionId: string, decision: Decision) {
  const { decideCorrection } = await readSchemas();
  return (await call(decideCorrection, { params: { id, meter, correctionId }, body: { decision } })).data;
}
