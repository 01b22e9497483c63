import type { Portal } from './portal.ts';

interface SignedIn<P> {
  readonly portal: P;
  readonly userId: string;
  readonly name: string;
}

/**
 * Signs in the dispatcher, the first, and the technicians. Somebody may have closed a technician's account in
 * the portal: `leaveOut` gets the reason, and the others work without that person. Rejects where the
 * dispatcher is refused. Undefined: no account was given.
 */
export async function signInCrew<P extends Pick<Portal, 'signIn'>>(
  portals: readonly P[],
  leaveOut: (reason: unknown) => void,
): Promise<{ readonly dispatcher: SignedIn<P>; readonly technicians: readonly SignedIn<P>[] } | undefined> {
  const [first, ...others] = portals;
  if (first === undefined) return undefined;
  const signIn = async (portal: P): Promise<SignedIn<P>> => ({ portal, ...(await portal.signIn()) });
  const dispatcher = await signIn(first);
  const settled = await Promise.allSettled(others.map(signIn));
  const technicians = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return one.value;
    leaveOut(one.reason);
    return [];
  });
  return { dispatcher, technicians };
}
