import type { Component, Resettable } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Calls, Everyday } from './everyday.ts';
import { ControlErrors, ImageSensor, LaserUnit, PolygonalMotor } from './faults.ts';
import { Fuser } from './fuser.ts';
import { ErasableBlue, WasteBox } from './other-supplies.ts';
import { Roller } from './rollers.ts';
import { Storage } from './storage.ts';
import { Toner } from './toner.ts';
import { Developer, Drum, PlannedPart, SecondTransfer } from './wear-parts.ts';

/** First codes of the parts that a colour each has: drum cleaning blade, charging grid. */
const bladeCode = 6254;
const gridCode = 6258;

/** All parts of a device that live, and those of their counters that the exchange of a board sets back. */
export function toComponents(spec: DeviceSpec): { components: Component[]; resettables: Resettable[] } {
  const { colors } = spec;
  const wearing = [
    ...colors.map((color) => new Drum(spec, color)),
    ...colors.map((color) => new Developer(spec, color)),
    ...colors.flatMap((color) => [new PlannedPart(spec, color, bladeCode), new PlannedPart(spec, color, gridCode)]),
    ...(spec.family.color ? [new SecondTransfer(spec)] : []),
    new Fuser(spec),
    ...spec.sources.map((source, place) => new Roller(spec, place, source)),
    ...(['CE20', 'CE40'] as const).map((code) => new ControlErrors(spec, code)),
    ...(spec.family.head === 'laser' ? colors.map((color) => new PolygonalMotor(spec, color)) : []),
  ];
  const others = [
    ...colors.map((color) => new Toner(spec, color)),
    new WasteBox(spec),
    ...(spec.family.decolor ? [new ErasableBlue(spec)] : []),
    ...(spec.family.head === 'laser' ? [new LaserUnit(spec)] : []),
    new Everyday(spec),
    ...colors.map((color) => new ImageSensor(spec, color)),
    ...spec.storage.map((type, port) => new Storage(spec, port, type)),
  ];
  const calls = new Calls(spec);
  return { components: [...others, ...wearing, calls], resettables: wearing };
}
