/** Areas of the portal (GE-20) in English; loaded with their strip. */
export const texts = {
  areas: {
    label: 'Areas',
    devices: 'Devices',
    worklist: 'Worklist',
    visits: 'Visits',
    meters: 'Meters',
    rules: 'Rules',
    administration: 'Administration',
    startHere: 'Start here',
    startsHere: 'Starts here',
    startHint: 'The portal opens with this area after the login.',
    needsConnection: 'No connection. This area needs one.',
    storedVisits: 'Stored visits',
  },
} as const;
