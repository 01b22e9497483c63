import type { DeviceJudgement } from '../src/judge/judgement.ts';

/** Of a device that measures nothing that is predicted. */
export const emptyPredictions: DeviceJudgement['predictions'] = {
  fuser: null,
  secondTransfer: null,
  feedRoller: null,
  developer: null,
  imageQualitySensor: null,
  imageControlError: null,
  polygonalMotor: null,
  drum: null,
  hdd: null,
};
