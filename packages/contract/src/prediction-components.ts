import type { Basis } from './basis.ts';
import type { PartVerdict } from './part-verdict.ts';
import type { PredictionComponent, Predictions } from './predictions.ts';

// One entry for each predicted component (docs/decisions/0275). Free of schemas: the portal needs the names
// at once.

/** One part of a component as its prediction answers it. */
export interface PredictedPart {
  /**
   * Paper source, colour, SATA port or error; left out where the component is one part. Last step of its
   * evidence path.
   */
  readonly key?: string;
  readonly messageId: string | null;
  readonly basis?: Basis | undefined;
  readonly replacementPart?: {
    readonly partsMessageId: string | null;
    readonly lastReplacementDate?: string | null;
    readonly predictionFailureDate?: string | null;
    readonly predictionFailureMonth?: string | null;
    readonly predictionFailureRange?: { readonly lower: string; readonly upper: string } | null | undefined;
    readonly verdict?: PartVerdict | undefined;
  };
  /** State of a storage device (OQ-104); null where it reports none. */
  readonly state?: number | null;
}

interface Predicted {
  /** Advice about the component as a whole; it counts where no part has one. */
  readonly messageId: string | null;
  readonly parts: readonly PredictedPart[];
}

interface ComponentEntry<C extends PredictionComponent> {
  /**
   * Figures of each part besides its advice, as named in the answer; none where the part is predicted by its
   * life.
   */
  readonly figures: readonly string[];
  readonly read: (answer: NonNullable<Predictions[C]>) => Predicted;
}

const single = (answer: PredictedPart): Predicted => ({ messageId: null, parts: [answer] });
const many = (parts: readonly PredictedPart[], messageId: string | null = null): Predicted => ({ messageId, parts });

const entries: { readonly [C in PredictionComponent]: ComponentEntry<C> } = {
  fuser: { figures: [], read: single },
  secondTransfer: { figures: [], read: single },
  feedRoller: {
    figures: [],
    read: ({ predictionFeedRollers }) => many(predictionFeedRollers.map((one) => ({ key: one.paperSource, ...one }))),
  },
  developer: {
    figures: [],
    read: ({ predictionDevelopers }) => many(predictionDevelopers.map((one) => ({ key: one.color, ...one }))),
  },
  imageQualitySensor: {
    figures: ['actual'],
    read: ({ messageId, predictionSensors }) =>
      many(
        predictionSensors.map((one) => ({ key: one.color, ...one })),
        messageId,
      ),
  },
  imageControlError: {
    figures: ['count', 'lastOccurredAt'],
    read: ({ errorMessage, ...errors }) =>
      many(
        (['errorCE20', 'errorCE40'] as const).flatMap((key) => {
          const one = errors[key];
          return one === null ? [] : [{ key, ...one }];
        }),
        errorMessage,
      ),
  },
  polygonalMotor: {
    figures: ['count30Days'],
    read: ({ messageId, polygonalMotorDetails }) =>
      many(
        polygonalMotorDetails.map((one) => ({ key: one.color, ...one })),
        messageId,
      ),
  },
  drum: { figures: [], read: single },
  hdd: {
    figures: ['state'],
    read: ({ messageId, predictionStorages }) =>
      many(
        predictionStorages.map((one) => ({ key: String(one.sataPort), ...one })),
        messageId,
      ),
  },
};

/** The components in the order of the screen (FS-13). */
export const predictionComponents: readonly PredictionComponent[] = toNames();

/** Figures of each part of a component besides its advice, as named in the answer. */
export const figuresOf = (component: PredictionComponent): readonly string[] => entries[component].figures;

/** The parts of a component, whatever the shape of its answer; none without data. */
export function readPredicted<C extends PredictionComponent>(component: C, answer: Predictions[C]): Predicted {
  // A generic answer does not narrow by comparing with null.
  const given: NonNullable<Predictions[C]> | undefined = answer ?? undefined;
  return given === undefined ? { messageId: null, parts: [] } : entries[component].read(given);
}

function toNames(): PredictionComponent[] {
  const names: PredictionComponent[] = [];
  for (const name in entries) if (isComponent(name)) names.push(name);
  return names;
}

function isComponent(name: string): name is PredictionComponent {
  return name in entries;
}
