import type { DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { fitFamily, summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import type { DeviceSummary, FamilyModel, JudgeContext } from '@platen/diagnosis/judge/models';

/** The pure part of the work, as the jobs call it. */
export interface Diagnosis {
  judge(history: DeviceHistory, context: JudgeContext): DeviceJudgement;
  summarise(history: DeviceHistory): DeviceSummary;
  fit(summaries: readonly DeviceSummary[], common: FamilyModel | undefined): FamilyModel;
}

export const diagnosis: Diagnosis = { judge: judgeDevice, summarise: summariseDevice, fit: fitFamily };
