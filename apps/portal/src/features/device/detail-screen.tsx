import type { DetailTab } from '../../app/screens.ts';
import { DeviceFrame } from './device-frame.tsx';
import { FirmwareSheet } from './firmware-sheet.tsx';
import { NetworkSheet } from './network-sheet.tsx';
import { NoDataSheet } from './no-data-sheet.tsx';

/** The one screen of the ten tabs (RT-08..RT-18). Tabs whose data this version does not have say so (OQ-84). */
export function DetailScreen({ tab }: { readonly tab: DetailTab }) {
  return (
    <DeviceFrame>
      {(deviceId) => {
        if (tab === 'firmware') return <FirmwareSheet deviceId={deviceId} />;
        if (tab === 'networkInformation') return <NetworkSheet deviceId={deviceId} />;
        return <NoDataSheet title={tab} />;
      }}
    </DeviceFrame>
  );
}
