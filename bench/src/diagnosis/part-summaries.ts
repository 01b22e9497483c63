import { summariseDeveloper } from '@platen/diagnosis/components/developer';
import { summariseDrum } from '@platen/diagnosis/components/drum';
import { summariseFuser } from '@platen/diagnosis/components/fuser';
import { summariseSecondTransfer } from '@platen/diagnosis/components/second-transfer';
import { type DeviceHistory, seriesOf } from '@platen/diagnosis/history/day-reading';
import { pageLimits, toIncrements } from '@platen/diagnosis/history/segments';
import type { DeviceSummary } from '@platen/diagnosis/judge/models';
import { summariseStops } from '@platen/diagnosis/risk/stop-model';
import { summariseUsage } from '@platen/diagnosis/usage/summarise-usage';

/**
 * What a device adds to the models that predicted parts are judged by: their lives, why pieces were replaced,
 * and the year of the pages. The rest is not summarised, which takes half of the time.
 */
export function summariseParts(history: DeviceHistory): DeviceSummary {
  const last = history.days.at(-1)?.day;
  if (last === undefined) return { family: history.family };
  const [drum, fuser] = [summariseDrum(history), summariseFuser(history)];
  const [secondTransfer, developer] = [summariseSecondTransfer(history), summariseDeveloper(history)];
  const stops = summariseStops(history, last);
  const usage = summariseUsage(toIncrements(seriesOf(history, 'pages.total'), pageLimits), last);
  return {
    family: history.family,
    ...(usage && { usage }),
    ...(drum && { drum }),
    ...(fuser && { fuser }),
    ...(secondTransfer && { secondTransfer }),
    ...(developer && { developer }),
    ...(stops && { stops }),
  };
}
