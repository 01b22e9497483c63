import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import type * as history from '@platen/contract/readings';
import { call } from '../api/client.ts';
import { deviceReads, inViewerZone, lazySchemas } from './device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/readings'));
const read = deviceReads(readSchemas);

/** What a device did over time: pages, errors, toner, parts. */
export const historyQueries = {
  counter: read('counter', (schemas) => schemas.readCounter, inViewerZone),
  jams: read('jams', (schemas) => schemas.readJams, inViewerZone),
  logs: read('logs', (schemas) => schemas.readErrorLogs),
  trend: read('trend', (schemas) => schemas.readErrorTrend, inViewerZone),
  toner: read('toner', (schemas) => schemas.readToner),
  pmParts: read('pmParts', (schemas) => schemas.readPmParts),
};

export type BreakAnswer = BodyOf<typeof history.explainBreak>;

/** Saves the cause of a counter break; returns the day as stored. */
export async function explainBreak(id: string, body: BreakAnswer): Promise<AnswerOf<typeof history.explainBreak>> {
  const schemas = await readSchemas();
  return (await call(schemas.explainBreak, { params: { id }, body })).data;
}
