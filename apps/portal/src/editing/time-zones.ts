/** Time zones to choose from: UTC, which browsers leave out, all that they know, and the one chosen. */
export function listTimeZones(chosen: string | null): string[] {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return chosen === null || zones.includes(chosen) ? zones : [chosen, ...zones];
}
