import { applicationMessage } from '@platen/catalogue/application-codes';
import { defaultErrorCode } from '@platen/contract/errors';
import { environment } from './environment.ts';
import type { ErrorState } from './failure.ts';

/** Message of an error code in the user's language; an unknown code has the text of 101000 (PO-11, OQ-58). */
export function toMessage(code: number): string {
  const { locale } = environment();
  return applicationMessage(code, locale) ?? applicationMessage(defaultErrorCode, locale) ?? '';
}

type Failure = Pick<ErrorState, 'errorCode'> & Partial<Pick<ErrorState, 'statusCode'>>;

/** Code of any status without a code of the server (EH-09). */
const codeOfOtherStatus = 202001;
/** The catalogue's message for an overload, by the status that a proxy answers with. */
const overloads = new Map<number | null | undefined, number>([
  [429, 203001],
  [502, 203002],
  [503, 203002],
  [504, 203002],
]);

/**
 * Code and message of a failure as shown. EH-09 gives the answer of a proxy the code of invalid parameters;
 * what the user sees is the HTTP status and the advice to wait (docs/decisions/0235).
 */
export function toShownFailure({ errorCode, statusCode }: Failure): { code: string; message: string } {
  const overload = errorCode === codeOfOtherStatus ? overloads.get(statusCode) : undefined;
  return overload === undefined
    ? { code: `${errorCode}`, message: toMessage(errorCode) }
    : { code: `HTTP ${statusCode}`, message: toMessage(overload) };
}
