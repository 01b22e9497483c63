import { readEvidence, readFirmware, readNetworkInformation, readProfile } from '@platen/contract/details';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readEvidenceRow, readFirmwareRow, readNetworkRow, readProfileRow } from './store.ts';
import { toFirmware, toNetworkInformation } from './to-components.ts';
import { toEvidence } from './to-evidence.ts';
import { toProfile } from './to-profile.ts';

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
    const { sections } = await readEvidenceRow(store, user, params.id);
    return { evidence: toEvidence(sections ?? {}) };
  });
}
