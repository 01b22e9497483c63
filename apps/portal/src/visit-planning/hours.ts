/** Hours as typed, `HH:MM`; '' for none. */
export interface Hours {
  readonly from: string;
  readonly to: string;
}

/** Hours as the calls take them; null: none. */
export const toHours = ({ from, to }: Hours) => (from === '' ? null : { from, to: to === '' ? null : to });

/** Whether the hours end after they begin; an end without a beginning is none. */
export const areHoursRight = ({ from, to }: Hours): boolean => to === '' || (from !== '' && to > from);
