import { ApiFailure } from '../platform/failure.ts';

/** The account may not do what it asked for. */
const notPermitted = 200002;

/**
 * A save that reports a missing permission. An account that may read but not change has a valid session:
 * of a save alone, 200002 is the screen's own matter and opens no popup (decision 0203). Any other failure
 * stays one.
 */
export async function orNotPermitted<T>(save: Promise<T>): Promise<T | 'notPermitted'> {
  try {
    return await save;
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.state.errorCode === notPermitted) return 'notPermitted';
    throw thrown;
  }
}
