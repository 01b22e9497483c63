import { defaultErrorCode, forcedLoginCodes } from '@platen/contract/errors';
import { isRecord } from './is-record.ts';

/** What is known of a failure (EH-01, EH-02). `statusCode` is null when no answer came. */
export interface ErrorState {
  readonly isMoveToLogin: boolean;
  readonly statusCode: number | null;
  readonly errorCode: number;
  readonly detail: readonly { readonly msg: string }[];
}

/** The state of no error (EH-03). */
export const noError: ErrorState = { isMoveToLogin: false, statusCode: null, errorCode: defaultErrorCode, detail: [] };

/** Exactly the 14 codes of EH-18..EH-31 lead back to the login. */
export function toErrorState(
  errorCode: number,
  statusCode: number | null = null,
  detail: readonly { readonly msg: string }[] = [],
): ErrorState {
  return { isMoveToLogin: forcedLoginCodes.includes(errorCode), statusCode, errorCode, detail };
}

/** A call that did not bring an answer; thrown by `call`. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly state: ErrorState;
  constructor(state: ErrorState, options?: ErrorOptions) {
    super(`call failed with ${state.errorCode}`, options);
    this.state = state;
  }
}

/** The error state of anything thrown; what is not a failed call is 'error occurred' (101000). */
export function toStateOf(thrown: unknown): ErrorState {
  return thrown instanceof ApiFailure ? thrown.state : noError;
}

/** errorCode as number or as a string of digits (OQ-107). */
function toCode(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function toDetail(value: unknown): { msg: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((line: unknown) =>
    isRecord(line) && typeof line['msg'] === 'string' ? [{ msg: line['msg'] }] : [],
  );
}

/** Code for an HTTP status that came without one (EH-06..EH-09). */
function toCodeOfStatus(status: number): number {
  if (status === 404) return 204001;
  if (status === 500) return 201000;
  return 202001;
}

/** The server refused: its own code, status and detail as given (EH-05), else a code by the status. */
export function toRefusal(status: number, body: unknown): ErrorState {
  const code = isRecord(body) ? toCode(body['errorCode']) : undefined;
  if (code === undefined || !isRecord(body)) return toErrorState(toCodeOfStatus(status), status);
  return toErrorState(code, status, toDetail(body['detail']));
}

/** No answer came: a broken network is 102001 (EH-10); a time-out and all else are 101000 (EH-11). */
export function toSilence(thrown: unknown): ErrorState {
  return toErrorState(thrown instanceof TypeError ? 102001 : 101000);
}
