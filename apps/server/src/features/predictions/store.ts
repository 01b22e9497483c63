import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { joinJudgement } from '../../device/judgement.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

type Predictions = DeviceJudgement['predictions'];
export type Component = keyof Predictions;

/** What is judged of one component; null before the first judgement too. */
export async function readPrediction<C extends Component>(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  component: C,
): Promise<Predictions[C] | null> {
  const { answer } = await readDevice<{ readonly answer: Predictions[C] | null }>(store, user, deviceId, {
    name: `prediction-${component}`,
    columns: `j.result->'predictions'->'${component}' as answer`,
    joins: joinJudgement,
  });
  return answer;
}
