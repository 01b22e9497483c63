/**
 * The state after the last of `days`, where a state holds on to itself (hysteresis): that of going through
 * all days from the first, with `start` before it. A day after which the state is the same whatever it was
 * before makes the earlier ones of no account: they are not asked for.
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
  // Not `at(-1) ?? start`: undefined may be a state.
  return replayFrom(days, days - 1, dayAt, next, start, states).reduce((_, state) => state, start);
}

/**
 * The states after each of the days from the index `first` on, as `replayLast` has that of the last one; none
 * without such a day.
 */
export function replayFrom<Day, State>(
  days: number,
  first: number,
  dayAt: (nth: number) => Day,
  next: (before: State, day: Day) => State,
  start: State,
  states: readonly State[],
): readonly State[] {
  const seen: Day[] = [];
  for (let nth = days - 1; nth >= 0; nth--) {
    const day = dayAt(nth);
    seen.push(day);
    if (nth <= first && new Set(states.map((before) => next(before, day))).size === 1) break;
  }
  let state = start;
  const after = seen.toReversed().map((day) => (state = next(state, day)));
  return after.slice(Math.max(0, after.length - (days - Math.max(0, first))));
}
