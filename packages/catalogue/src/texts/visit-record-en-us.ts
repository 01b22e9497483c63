import { editing } from './en-us/editing.ts';
import { headlines } from './en-us/headlines.ts';
import { visitRecord } from './en-us/visit-record.ts';

/** The texts of the record of a visit in English; ICU messages. Loaded with the form. */
export const texts = { editing, headlines, visitRecord } as const;
