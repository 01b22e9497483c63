import { applicationMessage } from '@platen/catalogue/application-codes';
import { defaultErrorCode } from '@platen/contract/errors';
import { environment } from './environment.ts';

/** Message of an error code in the user's language; an unknown code has the text of 101000 (PO-11, OQ-58). */
export function toMessage(code: number): string {
  const { locale } = environment();
  return applicationMessage(code, locale) ?? applicationMessage(defaultErrorCode, locale) ?? '';
}
