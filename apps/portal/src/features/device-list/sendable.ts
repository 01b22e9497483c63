import { checkSearchText } from '@platen/diagnosis/search-rules';

/** Whether a free text may be sent: the bracket rule and 1,024 characters (OQ-32). */
export const isSendable = (text: string): boolean => checkSearchText(text) === undefined;
