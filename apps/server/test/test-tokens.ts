import { type DevelopmentKeys, readKeys, signToken } from '../src/identity/development/keys.ts';
import type { Settings } from '../src/settings/settings.ts';

type Header = (subject: string, claims?: object) => Promise<{ authorization: string }>;

const validSeconds = 600;
/** How long a token is used again: so long before its end that no call comes too late. */
const usedMs = 300_000;

export interface TestTokens {
  /** The same token of a subject again, as a browser sends it, or a new one where none is fresh enough. */
  readonly bearer: Header;
  /** A new token, which `bearer` gives from now on. */
  readonly signIn: Header;
}

/**
 * Headers with tokens of the development sign-in for the calls of a test. A new token for each call cost more
 * than most calls: its signature, and the server's check of it.
 */
export function createTestTokens(settings: Settings): TestTokens {
  let keys: Promise<DevelopmentKeys> | undefined;
  const known = new Map<string, { readonly madeAt: number; readonly header: ReturnType<Header> }>();
  const make: Header = async (subject, claims) => {
    keys ??= readMadeKeys(settings);
    return { authorization: `Bearer ${await signToken(settings, await keys, subject, validSeconds, { ...claims })}` };
  };
  const signIn: Header = (subject, claims = {}) => {
    const header = make(subject, claims);
    known.set(JSON.stringify([subject, claims]), { madeAt: Date.now(), header });
    return header;
  };
  return {
    signIn,
    bearer(subject, claims = {}) {
      const found = known.get(JSON.stringify([subject, claims]));
      // The clock of a test may be set back.
      const age = found === undefined ? -1 : Date.now() - found.madeAt;
      return found !== undefined && age >= 0 && age < usedMs ? found.header : signIn(subject, claims);
    },
  };
}

async function readMadeKeys({ dataDirectory }: Settings): Promise<DevelopmentKeys> {
  const keys = await readKeys(dataDirectory);
  if (keys === undefined) throw new Error('the application made no keys');
  return keys;
}
