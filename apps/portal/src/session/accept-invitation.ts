import { acceptInvitation as acceptCall } from '@platen/contract/people';
import { call } from '../api/client.ts';
import { toStateOf } from '../platform/failure.ts';
import { logError } from '../platform/log.ts';
import { invitationKey } from './stored-session.ts';

/** Accepts the invitation that the user's link named, once; returns the error code of a refusal (OA-11). */
export async function acceptInvitation(code: string): Promise<number | undefined> {
  sessionStorage.removeItem(invitationKey);
  try {
    await call(acceptCall, { body: { code } });
    return undefined;
  } catch (thrown) {
    logError('the invitation was not accepted', thrown);
    return toStateOf(thrown).errorCode;
  }
}
