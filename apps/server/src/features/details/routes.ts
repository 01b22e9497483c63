import {
  type EvidenceEntry,
  readEvidence,
  readFirmware,
  readNetworkInformation,
  readProfile,
} from '@platen/contract/details';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readEvidenceRow } from './evidence-store.ts';
import { readFirmwareRow, readNetworkRow, readProfileRow } from './store.ts';
import { toFirmware, toNetworkInformation } from './to-components.ts';
import { toEvidence } from './to-evidence.ts';
import { toJudgedEvidence } from './to-judged-evidence.ts';
import { toProfile } from './to-profile.ts';
import { toReplacementEvidence } from './to-replacement-evidence.ts';
import { toTableEvidence } from './to-table-evidence.ts';

/** The calls about one device: profile, firmware, network and where their values came from. */
export function registerDetails(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readProfile, async ({ user, params }) =>
    toProfile(await readProfileRow(store, user, params.id), new Date()),
  );
  serve(app, readFirmware, async ({ user, params }) => {
    const { sections } = await readFirmwareRow(store, user, params.id);
    return toFirmware(sections ?? {});
  });
  serve(app, readNetworkInformation, async ({ user, params }) => {
    const { sections } = await readNetworkRow(store, user, params.id);
    return toNetworkInformation(sections ?? {});
  });
  serve(app, readEvidence, async ({ user, params }) => {
    const row = await readEvidenceRow(store, user, params.id, new Date());
    const { judgedAt, through, toner, pmParts, predictions } = row;
    const judged =
      judgedAt && through && toner && predictions
        ? toJudgedEvidence({ judgedAt, through, toner, pmParts, predictions })
        : {};
    return {
      evidence: join(
        judged,
        toReplacementEvidence(row.replacements ?? [], predictions),
        toTableEvidence(row),
        toEvidence(row.sections ?? {}),
      ),
    };
  });
}

/** As spreading them one after the other, in a third of the time for hundreds of keys. */
function join(...parts: readonly Record<string, EvidenceEntry>[]): Record<string, EvidenceEntry> {
  const all: Record<string, EvidenceEntry> = {};
  for (const part of parts) for (const [path, entry] of Object.entries(part)) all[path] = entry;
  return all;
}
