import type { DeviceReport } from '@platen/contract/report';
import { codes as codesSchema } from '@platen/contract/report-sections';
import { type RawBuilder, sql } from 'kysely';
import { listFormat, type Stored } from './stored-list.ts';

type Codes = NonNullable<DeviceReport['codes']>;
type Code = NonNullable<Codes['code05']>[number];
type Code13 = NonNullable<Codes['code13']>[number];
/** The list of one kind: `body->'code05'` or `body->'code08'` of the stored section. */
export type StoredCodes = Stored<'codes'>;
/** `body->'code13'` of the stored section; these have no sub code. */
export type StoredCodes13 = Stored<'codes13'>;

const { code05, code13 } = codesSchema.shape;

/** `[main, sub, value]` */
const numbered = listFormat<Code, 'codes'>(
  code05.def.innerType.def.element,
  ({ main, sub, value }) => [main, sub, value],
  ([main, sub, value]) => ({ main: Number(main), sub: Number(sub), value: String(value) }),
);
/** `[main, value]` */
const plain = listFormat<Code13, 'codes13'>(
  code13.def.innerType.def.element,
  ({ main, value }) => [main, value],
  ([main, value]) => ({ main: Number(main), value: String(value) }),
);

export const decodeCodes = numbered.decode;
export const decodeCodes13 = plain.decode;

/** The whole section: a list for each kind that was reported. */
export const encodeCodes = (codes: Codes): object => ({
  ...(codes.code05 && { code05: numbered.encode(codes.code05) }),
  ...(codes.code08 && { code08: numbered.encode(codes.code08) }),
  ...(codes.code13 && { code13: plain.encode(codes.code13) }),
});

/** SQL: the number of codes of a kind in the section `s`; null where the device never reported that kind. */
export function countCodes(kind: '05' | '08' | '13'): RawBuilder<number> {
  const list = sql`s.body->${sql.lit(`code${kind}`)}`;
  return sql`(json_array_length(${list}) - (json_typeof(${list}->0) is not distinct from 'number')::int)`;
}
