import { deviceReads, inViewerZone, lazySchemas } from './device-query.ts';

const read = deviceReads(lazySchemas(() => import('@platen/contract/details')));

export const deviceQueries = {
  profile: read('profile', (schemas) => schemas.readProfile, inViewerZone),
  evidence: read('evidence', (schemas) => schemas.readEvidence, inViewerZone),
  firmware: read('firmware', (schemas) => schemas.readFirmware),
  network: read('network', (schemas) => schemas.readNetworkInformation),
};
