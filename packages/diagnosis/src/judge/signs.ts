import { compareSeverity, type SignSeverity, signSeverityOf } from '@platen/contract/advice';
import type { StatusReason } from '@platen/contract/devices';
import type { DeviceJudgement, ListedSign } from './judgement.ts';

type Predictions = DeviceJudgement['predictions'];

/** One advice of one component. */
export interface Sign {
  readonly component: keyof Predictions;
  readonly messageId: string;
  readonly severity: SignSeverity;
}

/** The nine components in the order of FS-13. */
const components = [
  'fuser',
  'secondTransfer',
  'feedRoller',
  'developer',
  'imageQualitySensor',
  'imageControlError',
  'polygonalMotor',
  'drum',
  'hdd',
] as const satisfies readonly (keyof Predictions)[];

/**
 * Every advice in the predictions, and those of `drums` that the answer does not carry. Most severe first, then in the order
 * of the screen, then by id; of drums the one in the answer comes first, so that the profile names the drum that the failure
 * sign screen shows.
 */
export function allSigns(predictions: Predictions, drums: readonly string[] = []): Sign[] {
  const ids: Record<keyof Predictions, readonly (string | null | undefined)[]> = {
    fuser: [predictions.fuser?.messageId],
    secondTransfer: [predictions.secondTransfer?.messageId],
    feedRoller: predictions.feedRoller?.predictionFeedRollers.map((one) => one.messageId) ?? [],
    developer: predictions.developer?.predictionDevelopers.map((one) => one.messageId) ?? [],
    imageQualitySensor: particular(
      predictions.imageQualitySensor?.messageId,
      predictions.imageQualitySensor?.predictionSensors,
    ),
    imageControlError: particular(predictions.imageControlError?.errorMessage, [
      predictions.imageControlError?.errorCE20 ?? null,
      predictions.imageControlError?.errorCE40 ?? null,
    ]),
    polygonalMotor: particular(
      predictions.polygonalMotor?.messageId,
      predictions.polygonalMotor?.polygonalMotorDetails,
    ),
    drum: [predictions.drum?.messageId, ...drums],
    hdd: particular(predictions.hdd?.messageId, predictions.hdd?.predictionStorages),
  };
  const shownDrum = predictions.drum?.messageId;
  return components
    .flatMap((component) => [...new Set(ids[component])].flatMap((id) => toSign(component, id)))
    .toSorted(
      (a, b) =>
        compareSeverity(a.messageId, b.messageId) ||
        components.indexOf(a.component) - components.indexOf(b.component) ||
        Number(b.messageId === shownDrum) - Number(a.messageId === shownDrum) ||
        (a.messageId < b.messageId ? -1 : 1),
    );
}

/** What a component says of its parts says more than what it says as a whole; that counts only where no part has a sign. */
function particular(
  whole: string | null | undefined,
  parts: readonly ({ readonly messageId: string | null } | null)[] | undefined,
): readonly (string | null | undefined)[] {
  const found = parts?.map((part) => part?.messageId).filter((id) => signSeverityOf(id) !== undefined) ?? [];
  return found.length > 0 ? found : [whole];
}

function toSign(component: keyof Predictions, messageId: string | null | undefined): Sign[] {
  const severity = signSeverityOf(messageId);
  return messageId === null || messageId === undefined || severity === undefined
    ? []
    : [{ component, messageId, severity }];
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
  { fuser, drum, secondTransfer, feedRoller, developer }: Predictions,
  component: Sign['component'],
  messageId: string,
): Pick<ListedSign, 'predictionFailureDate' | 'predictionFailureRange'> {
  const answers = {
    fuser: [fuser],
    drum: [drum],
    secondTransfer: [secondTransfer],
    feedRoller: feedRoller?.predictionFeedRollers ?? [],
    developer: developer?.predictionDevelopers ?? [],
    imageQualitySensor: [],
    imageControlError: [],
    polygonalMotor: [],
    hdd: [],
  }[component];
  const part = answers.find((answer) => answer?.messageId === messageId)?.replacementPart;
  if (part === undefined) return {};
  const date = 'predictionFailureMonth' in part ? part.predictionFailureMonth : part.predictionFailureDate;
  const range = part.predictionFailureRange;
  if (date === null) return {};
  return { predictionFailureDate: date, ...(range && { predictionFailureRange: range }) };
}

/** Signs count for the status of the device from 'at the next visit' on: what is only to be watched sends nobody there. */
export function toSignReasons(signs: readonly Sign[]): StatusReason[] {
  return signs
    .filter(({ severity }) => severity !== 'watch')
    .map(({ messageId }) => ({ source: 'sign', code: messageId, severity: 'warning' }));
}
