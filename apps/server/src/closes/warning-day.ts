interface WorkDays {
  readonly isWorkingDay: (day: number) => boolean;
}

/** The day on which that many working days are left before the end of a period (LG-34). */
export function toWarningDay(last: number, workingDays: number, { isWorkingDay }: WorkDays): number {
  let day = last;
  // A calendar without working days announces at the end.
  for (let left = workingDays, looked = 0; left > 0 && looked < 60; looked++) {
    day -= 1;
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}
