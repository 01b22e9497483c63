import { useMatches } from '@tanstack/react-router';
import { SecondScreen } from '../features/device/second-screen.tsx';

/** The second shared screen, told what the address asks for (RT-19..RT-21). */
export function SecondHost() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.second });
  return name === undefined ? null : <SecondScreen name={name} />;
}
