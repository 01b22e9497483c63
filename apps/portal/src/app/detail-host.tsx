import { useMatches } from '@tanstack/react-router';
import { DetailScreen } from '../features/device/detail-screen.tsx';

/** The one detail-tab screen, told which tab the address asks for (RT-18). */
export function DetailHost() {
  const tab = useMatches({ select: (matches) => matches.at(-1)?.staticData.tab });
  return tab === undefined ? null : <DetailScreen tab={tab} />;
}
