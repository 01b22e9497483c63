import { inOrder, type Layer, saidBy, type Sections } from './layer.ts';
import { mergeCounters } from './merge-counters.ts';
import { mergeFirmware } from './merge-firmware.ts';
import { mergeIdentity } from './merge-identity.ts';
import { mergeInputs } from './merge-inputs.ts';
import { mergeStatus } from './merge-status.ts';
import { mergeSupplies } from './merge-supplies.ts';

/**
 * What several sources say of one device at one moment, as one report's sections. Pure; the layers may come in any order.
 * What decides, field by field, is written in docs/decisions/0143: a measured value beats a state, then the order of the sources;
 * what the others said of the same thing, where it differs beyond rounding, stands in `evidence.contradictedBy`.
 */
export function mergeLayers(layers: readonly Layer[]): Sections {
  const ordered = inOrder(layers);
  const sections = saidBy(ordered, (said) => said);
  const first = <Name extends keyof Sections>(name: Name): Sections[Name] =>
    sections.find((said) => said[name] !== undefined)?.[name];
  return {
    identity: mergeIdentity(
      saidBy(ordered, ({ identity }) => identity),
      ordered.flatMap(({ names = [] }) => names),
    ),
    status: mergeStatus(saidBy(ordered, ({ status }) => status)),
    counters: mergeCounters(saidBy(ordered, ({ counters }) => counters)),
    supplies: mergeSupplies(saidBy(ordered, ({ supplies }) => supplies)),
    inputs: mergeInputs(saidBy(ordered, ({ inputs }) => inputs)),
    covers: first('covers'),
    parts: first('parts'),
    firmware: mergeFirmware(saidBy(ordered, ({ firmware }) => firmware)),
    network: first('network'),
    options: first('options'),
    codes: first('codes'),
    errors: first('errors'),
    sensors: first('sensors'),
    storage: first('storage'),
  };
}
