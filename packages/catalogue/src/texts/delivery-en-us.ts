import { delivery } from './en-us/delivery.ts';
import { editing } from './en-us/editing.ts';
import { headlines } from './en-us/headlines.ts';

/** The texts of delivery in English; ICU messages. Loaded with its screen. */
export const texts = { delivery, editing, headlines } as const;
