import * as calls from '@platen/contract/predictions';
import { readPmParts } from '@platen/contract/readings';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { joinJudgement, judged, type Pool, readDevice } from '../../device/read-device.ts';
import { type PartsRow, toPmParts } from '../../device/to-pm-parts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';

/**
 * The failure sign tab: nine components as they were judged, null where there is nothing to judge (OQ-84).
 */
export function registerPredictions(app: FastifyInstance): void {
  const { store } = app.platform;
  const judged =
    <C extends Component>(component: C) =>
    ({ user, params }: { user: SignedInUser; params: { id: string } }) =>
      readPrediction(store, user, params.id, component);
  serve(app, calls.predictFuser, judged('fuser'));
  serve(app, calls.predictSecondTransfer, judged('secondTransfer'));
  serve(app, calls.predictFeedRoller, judged('feedRoller'));
  serve(app, calls.predictDeveloper, judged('developer'));
  serve(app, calls.predictImageQualitySensor, judged('imageQualitySensor'));
  serve(app, calls.predictImageControlError, judged('imageControlError'));
  serve(app, calls.predictPolygonalMotor, judged('polygonalMotor'));
  serve(app, calls.predictDrum, judged('drum'));
  serve(app, calls.predictHdd, judged('hdd'));
}

type Predictions = DeviceJudgement['predictions'];
type Component = keyof Predictions;

/** What is judged of one component; null before the first judgement too. */
async function readPrediction<C extends Component>(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  component: C,
): Promise<Predictions[C] | null> {
  const { answer } = await readDevice<{ readonly answer: Predictions[C] | null }>(store, user, deviceId, {
    name: `prediction-${component}`,
    columns: sql`j.result->'predictions'->${sql.lit(component)} as answer`,
    joins: joinJudgement,
  });
  return answer;
}

/** The PM parts tab. */
export function registerParts(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readPmParts, async ({ user, params }) => toPmParts(await readPartsRow(store, user, params.id)));
}

const readPartsRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<PartsRow> =>
  readDevice<PartsRow>(store, user, deviceId, {
    name: 'parts',
    columns: sql`${judged('pmParts')} as judged,
      (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') as parts`,
    joins: joinJudgement,
  });
