import { useMatches } from '@tanstack/react-router';
import { Suspense, use, useState } from 'react';
import { DeviceTexts } from '../device/device-texts.tsx';
import { FramedDeviceContext } from '../device/framed-device.ts';
import { SheetSkeleton } from '../device/sheet-skeleton.tsx';
import { QuestionedAfterPaint } from '../ui/after-paint.tsx';
import { findSheet } from './detail-parts.ts';

/** The screens about one device beside its profile, told by the address which one it is (RT-18..RT-21). */
export function DetailHost() {
  const name = useMatches({
    select: (matches) => matches.at(-1)?.staticData.tab ?? matches.at(-1)?.staticData.second,
  });
  const deviceId = use(FramedDeviceContext);
  if (name === undefined || deviceId === undefined) return null;
  return (
    <Suspense fallback={<SheetSkeleton />}>
      <DeviceTexts>
        <PartSheet key={name} name={name} deviceId={deviceId} />
      </DeviceTexts>
    </Suspense>
  );
}

interface PartSheetProps {
  readonly name: Parameters<typeof findSheet>[0];
  readonly deviceId: string;
}

/** Code that is there is drawn at once: a lazy component would show its placeholder first, and React keeps that for 300 ms. */
function PartSheet({ name, deviceId }: PartSheetProps) {
  const [Sheet] = useState(() => findSheet(name));
  return (
    <QuestionedAfterPaint>
      <Sheet deviceId={deviceId} />
    </QuestionedAfterPaint>
  );
}
