import * as z from 'zod/mini';
import { nullableNumber, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { answerDay, count, uuid } from './values.ts';
import { conditionKinds } from './worklist-names.ts';

const measure = z.object({
  value: nullableNumber,
  target: nullableNumber,
  met: z.nullable(z.boolean()),
  weeks: z.array(nullableNumber),
});
/** Measures of WL-72 with the targets of WL-73. */
export const listMeasures = [
  'openingsAnHour',
  'shareP1',
  'shareP2',
  'flickering',
  'stale',
  'fleeting',
  'nuisance',
] as const;
export type ListMeasure = (typeof listMeasures)[number];

/** `GET /v1/worklist/health` (WL-72, WL-73): how good the list is, over 8 weeks. */
export const readListHealth = endpoint({
  method: 'GET',
  path: '/v1/worklist/health',
  access: 'user',
  summary: 'How good the list is, against its targets',
  answer: z.object({
    from: answerDay,
    to: answerDay,
    measures: z.record(z.enum(listMeasures), measure),
    /** Minutes of working time until acknowledged. */
    acknowledged: z.object({ median: nullableNumber, ninety: nullableNumber, weeks: z.array(nullableNumber) }),
    /**
     * The ten most frequent identities and their share of all openings. `rowId`: the device, collector or
     * customer; `name`: serial, name or number of it, null where none is known.
     */
    frequent: z.array(
      z.object({
        kind: z.enum(conditionKinds),
        subject: z.string(),
        count,
        share: z.number(),
        rowId: z.optional(uuid),
        name: z.optional(nullableText),
      }),
    ),
    /** For each missed target: the kinds that cause most of it. */
    causes: z.record(z.string(), z.array(z.object({ kind: z.enum(conditionKinds), count }))),
    zone: z.string(),
  }),
});
export type ListHealth = z.infer<typeof readListHealth.answer>;
