import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { type RawBuilder, sql } from 'kysely';

/** Join: the judgement of `device d`; all its columns are null before the first one. */
export const joinJudgement = sql`left join device_judgement j on j.device_id = d.device_id`;

/** Select item: one part of the judgement's result, or null. */
export const judged = (part: keyof DeviceJudgement): RawBuilder<unknown> => sql`j.result->${sql.lit(part)}`;
