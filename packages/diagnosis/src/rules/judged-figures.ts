import { signSeverityOf } from '@platen/contract/advice';
import { subjectOfSign } from '@platen/contract/advice-ids';
import type { DeviceJudgement } from '../judge/judgement.ts';
import type { JudgedFigures } from './inputs.ts';

/** The figures of a judgement made at `at` that tests of rules look at; what is withheld is left out. */
export function toJudgedFigures(
  {
    toner,
    pmParts,
    reasons,
    predictions,
  }: Pick<DeviceJudgement, 'toner' | 'pmParts' | 'reasons'> & {
    readonly predictions: Pick<DeviceJudgement['predictions'], 'hdd'>;
  },
  at: number,
): JudgedFigures {
  const supplyDays: Record<string, number> = {};
  for (const [color, judgement] of Object.entries(toner))
    if (judgement?.daysLeft.state === 'judged') supplyDays[color] = judgement.daysLeft.value.lower;
  const lifeSoon: Record<string, number> = {};
  for (const { partsCode, life2Weeks } of pmParts?.parts ?? [])
    if (life2Weeks !== null) lifeSoon[partsCode] = life2Weeks;
  const signs: Record<string, 'watch' | 'nextVisit' | 'now'> = {};
  for (const { source, code } of reasons) {
    const severity = source === 'sign' ? signSeverityOf(code) : undefined;
    const subject = severity === undefined ? undefined : subjectOfSign(code);
    if (severity === undefined || subject === undefined) continue;
    const other = signs[subject];
    if (other === undefined || grades.indexOf(severity) > grades.indexOf(other)) signs[subject] = severity;
  }
  const drives: Record<string, number> = {};
  for (const { sataPort, state } of predictions.hdd?.predictionStorages ?? [])
    if (state !== null) drives[String(sataPort)] = state;
  return { at, supplyDays, lifeSoon, signs, drives };
}

/** The same part may have several signs: the most severe counts. */
const grades = ['watch', 'nextVisit', 'now'] as const;
