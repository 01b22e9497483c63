/** Name of the line of a device in `fleet_code`: family and firmware; as SQL over `device d`, null where one is unknown. */
export const fleetLine = `d.series || ' ' || d.firmware_version`;

/** The same in a program. */
export const toFleetLine = (family: string, firmware: string): string => `${family} ${firmware}`;
