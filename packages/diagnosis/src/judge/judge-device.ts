import { judgePmParts } from '../components/pm-parts.ts';
import { judgeToner } from '../components/toner.ts';
import { type Day, type DeviceHistory, seriesOf } from '../history/day-reading.ts';
import { findReplacements } from '../history/replacements.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import { toPastRisks } from '../risk/past-risks.ts';
import { chancesOfCalls } from '../risk/recurring-calls.ts';
import { judgeStopRisk, toCauseRisks, toStopCauses } from '../risk/stop-risk.ts';
import { withUnexplained } from '../risk/unexplained.ts';
import { riskOfSign, riskOfSigns } from '../risk/warning-limit.ts';
import { compareReasons } from '../status/finding.ts';
import type { UsageCalibration } from '../usage/calibration.ts';
import { forecastUsage, type UsageForecast } from '../usage/forecast-usage.ts';
import { partsOfAdvice } from './advice-parts.ts';
import { judgeComponents } from './components.ts';
import { toCounterBreaks } from './counter-breaks.ts';
import type { DeviceJudgement } from './judgement.ts';
import { toKnownHistory } from './known-history.ts';
import type { JudgeContext } from './models.ts';
import { toOpened } from './opened.ts';
import { asksForVisit, verdictOf } from './part-verdict.ts';
import { toCodeAlerts, toLastingToner, toOverdueParts, toRepeatedCalls } from './reasons.ts';
import { allSigns, type Sign, toSignList, toSignReasons } from './signs.ts';
import { partsWithVerdicts, predictionsWithVerdicts } from './with-verdicts.ts';

/** Version of the rules: raising it makes every device due for a new judgement. */
export const judgementRules = 34;

/**
 * Everything that is judged of one device on day `context.today` (PR-09, FS-13, OQ-83, OQ-85). Pure: the same
 * history and context always give the same judgement, in whatever order the days are given; days after today
 * are not looked at.
 */
export function judgeDevice(given: DeviceHistory, context: JudgeContext): DeviceJudgement {
  const { today, model } = context;
  const history = toKnownHistory(given, today);
  const usage = forecastPages(history, today, model?.usage);
  const { answers, conditions, drums } = judgeComponents(history, {
    today,
    model,
    usage,
    // A device that was judged before and has nothing open had no sign.
    opened: context.opened ?? (context.pastRisks && {}),
  });
  const found = allSigns(answers, drums.messageIds);
  const toner = judgeToner(history, { today, model: model?.toner });
  const pmParts = partsWithVerdicts(judgePmParts(history, { today, usage }), conditions, found);
  const predictions = predictionsWithVerdicts(answers, pmParts, conditions, drums.shown);
  const opened = toOpened(answers, {
    history,
    model,
    before: context.opened,
    conditions: conditions.parts,
  });
  const calls = chancesOfCalls(history, today, model?.calls);
  const causes = toStopCauses({ conditions, predictions, calls });
  const apart = withUnexplained(causes, history, model?.stops);
  const risk = judgeStopRisk(
    { causes, apart, predictions, pmParts },
    { signs: found, warnFrom: model?.warnFrom, curves: model?.riskCurves, stops: model?.stops },
  );
  const risks = toCauseRisks(risk);
  const codes = context.codes.filter(({ day }) => day <= today);
  return {
    toner,
    pmParts,
    predictions,
    signs: toSignList(found, predictions),
    bring: toBringList({ toner, pmParts }, found),
    risk,
    signRisk: riskOfSigns(found, risks),
    reasons: [
      ...toSignReasons(found, (sign) => riskOfSign(sign, risks), model?.warnFrom),
      ...toRepeatedCalls(history, today),
      ...toOverdueParts(pmParts),
      ...toLastingToner(history, toner),
      ...toCodeAlerts(context.thresholds, codes),
    ].toSorted(compareReasons),
    replacements: findReplacements(history),
    breaks: toCounterBreaks(history),
    ...(model === undefined && { isUnlearned: true }),
    ...(opened && { opened }),
    pastRisks: toPastRisks(context.pastRisks ?? [], apart, { history, stops: model?.stops, today }),
  };
}

/** What all pages of the device will be; every component that wears by pages starts from it. */
function forecastPages(
  history: DeviceHistory,
  today: Day,
  model: UsageCalibration | undefined,
): UsageForecast | undefined {
  const pages = seriesOf(history, 'pages.total');
  return forecastUsage(toIncrements(pages, pageLimits), today, model, pages.length);
}

/** A visit that is planned today takes place within two weeks. */
const visitDays = 14;

/**
 * What to bring to the next visit: part codes ascending (`6250`), then consumables (`toner.black`). Parts
 * whose verdict asks for a visit, parts of signs that ask for a replacement, and cartridges that may be empty
 * within two weeks (lower bound of the 80 % interval). What only may be needed is not brought: a sign to be
 * watched asks for nothing.
 */
export function toBringList(
  { toner, pmParts }: Pick<DeviceJudgement, 'toner' | 'pmParts'>,
  signs: readonly Sign[],
): string[] {
  const reported = new Set(pmParts?.parts.map((part) => part.partsCode));
  const worn =
    pmParts?.parts
      .filter((part) => asksForVisit(verdictOf(part, pmParts.threshold).verdict))
      .map((part) => part.partsCode) ?? [];
  const asked = signs
    .filter(({ severity }) => severity !== 'watch')
    .flatMap(({ messageId }) => partsOfAdvice(messageId, reported));
  const cartridges = Object.entries(toner)
    .filter(([, { daysLeft }]) => daysLeft.state === 'judged' && daysLeft.value.lower <= visitDays)
    .map(([color]) => `toner.${color}`);
  return [...[...new Set([...worn, ...asked])].toSorted(), ...cartridges.toSorted()];
}
