import { compareSeverity, type SignSeverity, signSeverityOf } from '@platen/contract/advice';
import type { StatusReason } from '@platen/contract/devices';
import { predictionComponents, readPredicted } from '@platen/contract/prediction-components';
import type { PredictionComponent, Predictions } from '@platen/contract/predictions';
import type { ListedSign } from './judgement.ts';

/** One advice of one component. */
export interface Sign {
  readonly component: PredictionComponent;
  readonly messageId: string;
  readonly severity: SignSeverity;
}

/**
 * Every advice in the predictions, and those of `drums` that the answer does not carry. Most severe first,
 * then in the order of the screen, then by id; of drums the one in the answer comes first, so that the
 * profile names the drum that the failure sign screen shows.
 */
export function allSigns(predictions: Predictions, drums: readonly string[] = []): Sign[] {
  const shownDrum = predictions.drum?.messageId;
  return predictionComponents
    .flatMap((component) => {
      const ids = [...idsOf(component, predictions), ...(component === 'drum' ? drums : [])];
      return [...new Set(ids)].flatMap((id) => toSign(component, id));
    })
    .toSorted(
      (a, b) =>
        compareSeverity(a.messageId, b.messageId) ||
        predictionComponents.indexOf(a.component) - predictionComponents.indexOf(b.component) ||
        Number(b.messageId === shownDrum) - Number(a.messageId === shownDrum) ||
        (a.messageId < b.messageId ? -1 : 1),
    );
}

/** The advice about a whole component counts only where none of its parts has a sign. */
function idsOf(component: PredictionComponent, predictions: Predictions): readonly (string | null)[] {
  const { messageId, parts } = readPredicted(component, predictions[component]);
  const found = parts.map((part) => part.messageId).filter((id) => signSeverityOf(id) !== undefined);
  return found.length > 0 ? found : [messageId];
}

function toSign(component: PredictionComponent, messageId: string | null): Sign[] {
  const severity = signSeverityOf(messageId);
  return messageId === null || severity === undefined ? [] : [{ component, messageId, severity }];
}

/** The components with a sign, each once with its most severe advice, most severe first (OQ-83). */
export function toSignList(signs: readonly Sign[], predictions: Predictions): readonly ListedSign[] {
  const first = new Map<Sign['component'], string>();
  for (const { component, messageId } of signs) if (!first.has(component)) first.set(component, messageId);
  return [...first].map(([component, messageId]) => ({
    component,
    messageId,
    ...toFailure(predictions, component, messageId),
  }));
}

/** When the part of a sign is predicted to fail; nothing of components without parts that age. */
function toFailure(
  predictions: Predictions,
  component: PredictionComponent,
  messageId: string,
): Pick<ListedSign, 'predictionFailureDate' | 'predictionFailureRange'> {
  const { parts } = readPredicted(component, predictions[component]);
  const part = parts.find((one) => one.messageId === messageId)?.replacementPart;
  const date = part?.predictionFailureMonth ?? part?.predictionFailureDate ?? null;
  const range = part?.predictionFailureRange;
  if (date === null) return {};
  return { predictionFailureDate: date, ...(range && { predictionFailureRange: range }) };
}

/**
 * Signs count for the status of the device from 'at the next visit' on: advice to watch asks for no visit.
 * One whose risk (percent within 14 days) is below the limit of the fleet is a hint and no warning (0300).
 */
export function toSignReasons(
  signs: readonly Sign[],
  riskOf: (sign: Sign) => number = () => 100,
  warnFrom = 0,
): StatusReason[] {
  return signs
    .filter(({ severity }) => severity !== 'watch')
    .map((sign) => ({
      source: 'sign',
      code: sign.messageId,
      severity: riskOf(sign) >= warnFrom ? 'warning' : 'info',
    }));
}
