/**
 * The state after the last of `days`, where a state holds on to itself (hysteresis): that of going through all days from the first, with `start` before it.
 * A day after which the state is the same whatever it was before makes the earlier ones of no account: they are not asked for.
 * @param dayAt what is known of the nth of the days; asked for from the last one back, at most once each
 * @param states every state there is
 */
export function replayLast<Day, State>(
  days: number,
  dayAt: (nth: number) => Day,
  next: (before: State, day: Day) => State,
  start: State,
  states: readonly State[],
): State {
  const seen: Day[] = [];
  for (let nth = days - 1; nth >= 0; nth--) {
    const day = dayAt(nth);
    seen.push(day);
    if (new Set(states.map((before) => next(before, day))).size === 1) break;
  }
  return seen.reduceRight(next, start);
}
