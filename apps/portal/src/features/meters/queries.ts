import type { CloseLine } from '@platen/contract/close-lines';
import type { LineGroup } from '@platen/contract/close-values';
import type * as closes from '@platen/contract/closes';
import { changeDeviceFacts, readDeviceFacts } from '@platen/contract/device-facts';
import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import { jobAccepted } from '@platen/contract/jobs';
import type * as templates from '@platen/contract/meter-exports';
import type * as handOff from '@platen/contract/meter-hand-off';
import type { correctMeter as correctCall, readMeterProofs as proofsCall } from '@platen/contract/meters';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, request } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/closes'));
const readTemplateSchemas = lazySchemas(() => import('@platen/contract/meter-exports'));
const readHandOff = lazySchemas(() => import('@platen/contract/meter-hand-off'));
const readMeterSchemas = lazySchemas(() => import('@platen/contract/meters'));

/** The first part of the key of each query about closes; a change invalidates all of them. */
export const closesKey = 'closes';
/** Lines of a page. */
const pageLines = 50;
/** Interval of reading a close again while its lines are computed or a job closes it. */
const busyMs = 1500;
const refreshMs = 60_000;

export type { Close, ClosePlan } from '@platen/contract/closes';
export type CloseDetail = AnswerOf<typeof closes.readClose>;
type LinePage = AnswerOf<typeof closes.readCloseLines>;

interface LineChoice {
  readonly group: LineGroup;
  readonly customer: string | undefined;
}

export const meterQueries = {
  plans: queryOptions({
    queryKey: [closesKey, 'plans'] as const,
    queryFn: async ({ signal }) => (await call((await readSchemas()).listClosePlans, { signal })).data.plans,
  }),
  list: queryOptions({
    queryKey: [closesKey, 'list'] as const,
    queryFn: async ({ signal }) => (await call((await readSchemas()).listCloses, { signal })).data.closes,
    refetchInterval: refreshMs,
  }),
  close: (id: string) =>
    queryOptions({
      queryKey: [closesKey, 'close', id] as const,
      queryFn: async ({ signal }) => (await call((await readSchemas()).readClose, { params: { id }, signal })).data,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && (data.close.pending > 0 || data.close.jobId !== null) ? busyMs : refreshMs,
    }),
  lines: (id: string, { group, customer }: LineChoice) =>
    infiniteQueryOptions({
      queryKey: [closesKey, 'lines', id, group, customer ?? null] as const,
      queryFn: async ({ pageParam, signal }): Promise<LinePage> =>
        (
          await call((await readSchemas()).readCloseLines, {
            params: { id },
            query: { group, customerNumber: customer, limit: pageLines, offset: pageParam },
            signal,
          })
        ).data,
      initialPageParam: 0,
      getNextPageParam: ({ total }: LinePage, pages: readonly LinePage[]) => {
        const shown = pages.reduce((sum, { lines }) => sum + lines.length, 0);
        return shown < total ? shown : undefined;
      },
    }),
  late: (id: string) =>
    queryOptions({
      queryKey: [closesKey, 'late', id] as const,
      queryFn: async ({ signal }) =>
        (await call((await readSchemas()).readLateReports, { params: { id }, signal })).data,
    }),
  templates: queryOptions({
    queryKey: ['meterTemplates'] as const,
    queryFn: async ({ signal }) =>
      (await call((await readTemplateSchemas()).listMeterTemplates, { signal })).data.templates,
  }),
  exports: (id: string) =>
    queryOptions({
      queryKey: [closesKey, 'exports', id] as const,
      queryFn: async ({ signal }) =>
        (await call((await readHandOff()).listMeterExports, { params: { id }, signal })).data,
    }),
  trial: (id: string, body: BodyOf<typeof handOff.tryMeterExport>) =>
    queryOptions({
      queryKey: [closesKey, 'trial', id, body] as const,
      queryFn: async ({ signal }) =>
        (await call((await readHandOff()).tryMeterExport, { params: { id }, body, signal })).data,
    }),
};

/** Makes a file and sends it by a channel of mail; `key`: a repetition makes nothing (GE-07). */
export async function sendByMail(
  id: string,
  { key, ...body }: BodyOf<typeof handOff.mailMeters> & { readonly key: string },
): Promise<AnswerOf<typeof handOff.mailMeters>> {
  const { mailMeters } = await readHandOff();
  return (await call(mailMeters, { params: { id }, body, idempotencyKey: key })).data;
}

/** Proofs of the readings at the end of lines, as many as one file holds; `isCut`: there are more lines. */
export async function readProofs(
  id: string,
  { group, customer }: LineChoice,
): Promise<{ readonly proofs: AnswerOf<typeof proofsCall>['proofs']; readonly isCut: boolean }> {
  const [{ readCloseLines }, { mostProofs, readMeterProofs }] = await Promise.all([readSchemas(), readMeterSchemas()]);
  const lines: CloseLine[] = [];
  let total = 1;
  for (let offset = 0; offset < Math.min(total, mostProofs); offset += mostLines) {
    const query = { group, customerNumber: customer, limit: mostLines, offset };
    const { data } = await call(readCloseLines, { params: { id }, query });
    total = data.total;
    lines.push(...data.lines);
  }
  const readings = lines
    .slice(0, mostProofs)
    .flatMap(({ deviceId, meter, end }) => (end === null ? [] : [{ deviceId, meter, instant: end.at }]));
  if (readings.length === 0) return { proofs: [], isCut: false };
  const { data } = await call(readMeterProofs, { body: { readings } });
  return { proofs: data.proofs, isCut: total > mostProofs };
}
/** Lines of an answer, at most. */
const mostLines = 200;

export type SettleBody = Omit<BodyOf<typeof closes.settleLines>, 'lines'>;
type SettleAnswer = AnswerOf<typeof closes.settleLines>;

/** Settles lines with one reason. Many go on as a job: then only its id is answered. */
export async function sendSettle(
  id: string,
  body: SettleBody,
  lines: readonly CloseLine[],
): Promise<SettleAnswer | { readonly jobId: string }> {
  const { settleLines } = await readSchemas();
  const keys = lines.map(({ deviceId, meter, part, version }) => ({ deviceId, meter, part, version }));
  const options = { params: { id }, body: { ...body, lines: keys }, idempotencyKey: crypto.randomUUID() };
  if (keys.length <= settledAtOnce) return (await call(settleLines, options)).data;
  return (await call({ ...settleLines, answer: jobAccepted }, options)).data;
}
const settledAtOnce = 200;

export async function sendClose(id: string, version: number): Promise<string> {
  const { closePeriod } = await readSchemas();
  const idempotencyKey = crypto.randomUUID();
  const asked = { ...closePeriod, answer: jobAccepted };
  return (await call(asked, { params: { id }, body: { version }, idempotencyKey })).data.jobId;
}

export async function sendDiscard(id: string, version: number, reason: string): Promise<void> {
  await call((await readSchemas()).discardClose, { params: { id }, body: { version, reason } });
}

export type PlanForm = BodyOf<typeof closes.addClosePlan>;
export type CloseForm = BodyOf<typeof closes.addClose>;

export async function sendPlan(form: PlanForm, plan: { planId: string; version: number } | undefined): Promise<void> {
  const { addClosePlan, changeClosePlan } = await readSchemas();
  if (plan === undefined) await call(addClosePlan, { body: form, idempotencyKey: crypto.randomUUID() });
  else await call(changeClosePlan, { params: { id: plan.planId }, body: { version: plan.version, ...form } });
}

export async function removePlan({ planId, version }: { planId: string; version: number }): Promise<void> {
  await call((await readSchemas()).removeClosePlan, { params: { id: planId }, query: { version } });
}

export async function sendOpen(form: CloseForm): Promise<string> {
  const { addClose } = await readSchemas();
  return (await call(addClose, { body: form, idempotencyKey: crypto.randomUUID() })).data.closeId;
}

/** Enters the figure of the customer (LG-06). */
export async function sendFigure(
  { deviceId, meter }: Pick<CloseLine, 'deviceId' | 'meter'>,
  body: BodyOf<typeof correctCall>,
): Promise<void> {
  const { correctMeter } = await readMeterSchemas();
  await call(correctMeter, { params: { id: deviceId, meter }, body, idempotencyKey: crypto.randomUUID() });
}

export async function sendAssetNumber(id: string, assetNumber: string): Promise<void> {
  const { facts } = (await call(readDeviceFacts, { params: { id } })).data;
  await call(changeDeviceFacts, { params: { id }, body: { version: facts.version, assetNumber } });
}

export async function sendTemplate(
  form: templates.TemplateForm,
  changed: Pick<templates.MeterTemplate, 'templateId' | 'version'> | undefined,
): Promise<void> {
  const { addMeterTemplate, changeMeterTemplate } = await readTemplateSchemas();
  if (changed === undefined) await call(addMeterTemplate, { body: form, idempotencyKey: crypto.randomUUID() });
  else
    await call(changeMeterTemplate, {
      params: { id: changed.templateId },
      body: { version: changed.version, ...form },
    });
}

export async function removeTemplate(one: Pick<templates.MeterTemplate, 'templateId' | 'version'>): Promise<void> {
  const { removeMeterTemplate } = await readTemplateSchemas();
  await call(removeMeterTemplate, { params: { id: one.templateId }, query: { version: one.version } });
}

/** The file of a template, or that of an earlier run again. */
export async function askForFile(
  id: string,
  query: { readonly template: string; readonly test: boolean } | { readonly run: string },
): Promise<Response> {
  const { exportMeters } = await readHandOff();
  return await request(exportMeters, {
    params: { id },
    query: 'run' in query ? query : { template: query.template, test: query.test ? 'true' : 'false' },
  });
}

/** The lines as they were written, to be checked against the hash. */
export async function askForLines(id: string): Promise<Response> {
  return await request((await readSchemas()).readCloseFile, { params: { id } });
}

/** What is asked for: a new file to be saved or sent, or an earlier one to be saved. */
export type FileAsked =
  | Parameters<typeof askForFile>[1]
  | ({ readonly key: string } & Parameters<typeof sendByMail>[1]);
