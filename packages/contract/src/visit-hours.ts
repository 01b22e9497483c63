import * as z from 'zod/mini';

/** A time of the day in the zone of the organisation, `HH:MM`. */
export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Hours of the planned day (VP-01); `to` null: open. */
export const visitHours = z.strictObject({ from: timeOfDay, to: z.nullable(timeOfDay) });
export type VisitHours = z.infer<typeof visitHours>;
