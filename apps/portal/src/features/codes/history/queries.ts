import type { exportCodeComparison } from '@platen/contract/code-history';
import type { CodeStandard } from '@platen/contract/code-lists';
import type { QueryOf } from '@platen/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call, request } from '../../../api/client.ts';
import { deviceQuery, lazySchemas } from '../../../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/code-history'));
const readListSchemas = lazySchemas(() => import('@platen/contract/code-lists'));

export const historyQueries = {
  /** Changes of the last 90 days, with visits, firmware and what the family adjusts by itself. */
  changes: (id: string) =>
    deviceQuery(id, ['codeChanges'], async (request) => {
      const { readCodeChanges } = await readSchemas();
      return (await call(readCodeChanges, { ...request, query: {} })).data;
    }),
  compare: (id: string, left: string, right: string) =>
    deviceQuery(id, ['codeCompare', left, right], async (request) => {
      const { compareCodes } = await readSchemas();
      return (await call(compareCodes, { ...request, query: { left, right } })).data;
    }),
  /** Devices with the text, the first 50. */
  devices: (search: string) =>
    queryOptions({
      queryKey: ['codeDevices', search] as const,
      queryFn: async ({ signal }) => {
        const { listDevices } = await import('@platen/contract/devices');
        const { data } = await call(listDevices, { query: { search, offset: 0, limit: 50 }, signal });
        return data.devices;
      },
    }),
  proposals: (id: string) =>
    deviceQuery(id, ['codeProposals'], async (request) => {
      const { listCodeProposals } = await readSchemas();
      return (await call(listCodeProposals, request)).data.proposals;
    }),
  standards: (family: string) =>
    queryOptions({
      queryKey: ['codeStandards', family] as const,
      queryFn: async ({ signal }) => {
        const { listCodeStandards } = await readListSchemas();
        return (await call(listCodeStandards, { query: { family }, signal })).data.standards;
      },
    }),
  standard: (id: string) =>
    queryOptions({
      queryKey: ['codeStandard', id] as const,
      queryFn: async ({ signal }) => {
        const { readCodeStandard } = await readListSchemas();
        return (await call(readCodeStandard, { params: { id }, signal })).data;
      },
    }),
  watched: (family: string) =>
    queryOptions({
      queryKey: ['watchedCodes', family] as const,
      queryFn: async ({ signal }) => {
        const { readWatchedCodes } = await readListSchemas();
        return (await call(readWatchedCodes, { query: { family }, signal })).data.list;
      },
    }),
};

/** Proposes codes to be set back by hand. Platen itself sets nothing. */
export async function sendProposal(id: string, why: string, lines: readonly { code: string; to: string }[]) {
  const { proposeCodes } = await readSchemas();
  return (await call(proposeCodes, { params: { id }, body: { why, lines: [...lines] } })).data.proposals;
}

export async function sendWithdrawal(id: string, proposalId: string, version: number) {
  const { withdrawCodeProposal } = await readSchemas();
  return (await call(withdrawCodeProposal, { params: { id, proposalId }, query: { version } })).data.proposals;
}

export interface NoteBody {
  readonly code: string;
  readonly firstAfter: string;
  readonly changedBy: string | null;
  readonly why: string;
  readonly isAccepted: boolean;
  readonly version: number;
}

export async function sendNote(id: string, body: NoteBody) {
  const { explainChange } = await readSchemas();
  return (await call(explainChange, { params: { id }, body })).data.note;
}

export async function sendStandard(name: string, deviceId: string) {
  const { addCodeStandard } = await readListSchemas();
  return (await call(addCodeStandard, { body: { name, deviceId } })).data.standard;
}

interface StandardBody {
  readonly name: string;
  readonly family: string;
  readonly codes: { code: string; value: string }[];
  /** What it was before; undefined: a new one. */
  readonly before: CodeStandard | undefined;
}

/** Makes a standard by hand, or changes one. */
export async function writeStandard({ name, family, codes, before }: StandardBody): Promise<void> {
  const { addCodeStandard, changeCodeStandard } = await readListSchemas();
  if (before === undefined) await call(addCodeStandard, { body: { name, family, codes } });
  else {
    const { standardId: id, version } = before;
    await call(changeCodeStandard, { params: { id }, body: { name, codes, version } });
  }
}

export async function sendRemoval({ standardId: id, version }: CodeStandard): Promise<void> {
  const { removeCodeStandard } = await readListSchemas();
  await call(removeCodeStandard, { params: { id }, query: { version } });
}

export async function sendWatched(family: string, codes: string[], version: number) {
  const { writeWatchedCodes } = await readListSchemas();
  return (await call(writeWatchedCodes, { body: { family, codes, version } })).data.list;
}

/** All codes that differ between two sides, as a file. */
export const askForComparison = async (
  id: string,
  query: QueryOf<typeof exportCodeComparison>,
  signal: AbortSignal,
  timeout: AbortSignal,
): Promise<Response> => request((await readSchemas()).exportCodeComparison, { params: { id }, query, signal }, timeout);
