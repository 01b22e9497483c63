import { useMatches } from '@tanstack/react-router';
import { Suspense, use, useState } from 'react';
import { FramedDeviceContext } from '../device/framed-device.ts';
import { GridSkeleton } from '../device/panel-grid.tsx';
import { loadDeviceTexts } from '../platform/load-texts.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { EvidenceAfterPaint } from '../ui/after-paint.tsx';
import { findTabContent } from './tab-modules.ts';

/**
 * Shows the tab, or the screen opened from one, that the address names (RT-18..RT-21); the profile is a
 * screen of its own.
 */
export function TabHost() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.deviceScreen });
  const deviceId = use(FramedDeviceContext);
  if (name === undefined || name === 'profile' || deviceId === undefined) return null;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <AddedTexts load={loadDeviceTexts}>
        <TabContent key={name} name={name} deviceId={deviceId} />
      </AddedTexts>
    </Suspense>
  );
}

interface TabContentProps {
  readonly name: Parameters<typeof findTabContent>[0];
  readonly deviceId: string;
}

/**
 * Code that is there is drawn at once: a lazy component would show its placeholder first, which React leaves
 * for 300 ms.
 */
function TabContent({ name, deviceId }: TabContentProps) {
  const [Content] = useState(() => findTabContent(name));
  return (
    <EvidenceAfterPaint>
      <Content deviceId={deviceId} />
    </EvidenceAfterPaint>
  );
}
