import type { DeviceReport } from '@platen/contract/report';
import { isMeasured } from './pick-reading.ts';

type Inputs = NonNullable<DeviceReport['inputs']>;
type Input = Inputs[number];

/**
 * The trays of the first layer that has any; a later layer fills in what they lack where one of its trays has the same name.
 * Trays that only a later layer tells of are left out: over IPP they hold `auto`, the tray of the next job and other choices that are no tray.
 */
export function mergeInputs(said: readonly Inputs[]): Inputs | undefined {
  const [first, ...others] = said;
  return first?.map((input) => {
    const name = toKey(input);
    const same =
      name === '' ? [] : others.flatMap((inputs) => inputs.filter((other) => toKey(other) === name).slice(0, 1));
    return same.reduce(fillIn, input);
  });
}

function fillIn(input: Input, other: Input): Input {
  const hasFigures = isMeasured(input.level) || isMeasured(input.capacity) || !isMeasured(other.percent);
  const figures = hasFigures ? input : other;
  const media = input.media === undefined || input.media === '' ? other.media : input.media;
  return {
    ...input,
    ...(media === undefined ? {} : { media }),
    ...(hasFigures
      ? {}
      : { unit: figures.unit, capacity: figures.capacity, level: figures.level, percent: figures.percent }),
  };
}

const toKey = ({ name, description }: Input): string =>
  (name?.trim() || description?.trim() || '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
