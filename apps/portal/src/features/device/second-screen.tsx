import type { SecondScreenName } from '../../app/screens.ts';
import { DeviceFrame } from './device-frame.tsx';
import { NoDataSheet } from './no-data-sheet.tsx';

/** Error trend and the two code settings (RT-19..RT-21): the frame of the device, and that there is no data yet. */
export function SecondScreen({ name }: { readonly name: SecondScreenName }) {
  return <DeviceFrame>{() => <NoDataSheet title={name} />}</DeviceFrame>;
}
