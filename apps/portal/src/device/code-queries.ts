import type { readCode05, readCode05Setting, writeCode05Setting } from '@platen/contract/codes';
import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import { call } from '../api/client.ts';
import { type DeviceRequest, deviceQuery, lazySchemas } from './device-query.ts';

/** Kinds of code with values of the fleet and with thresholds. */
export type SettableKind = '05' | '08';
export type CodeKind = SettableKind | '13';

/**
 * One code of a device. Code 13 has neither sub code nor values of the fleet nor thresholds (OQ-76): all
 * null.
 */
export interface CodeEntry {
  readonly main: number;
  readonly sub: number | null;
  readonly currentValue: string;
  readonly modeValue: string | null;
  readonly averageValue: string | null;
  readonly outlierLevel: number | null;
  readonly alertThreshold: number | null;
  readonly clearThreshold: number | null;
  /** What the outlier level was calculated from, where it was by the distance from the usual. */
  readonly scale?: FleetCodes['codes'][number]['scale'];
}
type FleetCodes = AnswerOf<typeof readCode05>;
/**
 * What mode and average, and the outlier level, are compared with; left out by a server that does not send
 * it.
 */
export type ComparedWith = NonNullable<FleetCodes['comparedWith']>;
export interface CodesOfDevice {
  readonly codes: readonly CodeEntry[];
  readonly comparedWith?: ComparedWith | undefined;
}
export interface CodeName {
  readonly main: number;
  readonly sub: number;
}
export type CodeSetting = AnswerOf<typeof readCode05Setting>;
type CodeSettingBody = BodyOf<typeof writeCode05Setting>;

const readSchemas = lazySchemas(() => import('@platen/contract/codes'));

const nothing = {
  sub: null,
  modeValue: null,
  averageValue: null,
  outlierLevel: null,
  alertThreshold: null,
  clearThreshold: null,
} as const;

async function readTable(kind: CodeKind, request: DeviceRequest): Promise<CodesOfDevice> {
  const { readCode05, readCode08, readCode13 } = await readSchemas();
  if (kind === '13') {
    const { data } = await call(readCode13, request);
    return { codes: data.codes.map((code) => ({ ...nothing, ...code })) };
  }
  const { data } = await call(kind === '05' ? readCode05 : readCode08, request);
  return {
    codes: data.codes.map(({ alertThreshold = null, clearThreshold = null, ...code }) => ({
      ...code,
      alertThreshold,
      clearThreshold,
    })),
    comparedWith: data.comparedWith,
  };
}

export const codeQueries = {
  table: (kind: CodeKind, id: string) => deviceQuery(id, [`code${kind}`], (request) => readTable(kind, request)),
  setting: (kind: SettableKind, id: string, { main, sub }: CodeName) =>
    deviceQuery(id, [`code${kind}setting`, main, sub], async (request): Promise<CodeSetting> => {
      const { readCode05Setting, readCode08Setting } = await readSchemas();
      const query = { main: String(main), sub: String(sub) };
      return (await call(kind === '05' ? readCode05Setting : readCode08Setting, { ...request, query })).data;
    }),
};

/** Sets the thresholds of one code; both null take them away (OQ-77). */
export async function writeCodeSetting(kind: SettableKind, id: string, body: CodeSettingBody): Promise<CodeSetting> {
  const { writeCode05Setting, writeCode08Setting } = await readSchemas();
  const { data } = await call(kind === '05' ? writeCode05Setting : writeCode08Setting, { params: { id }, body });
  return data;
}
