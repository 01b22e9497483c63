import { describe, expect, it } from 'vitest';
import { detectedErrorNames, errorCategories, firmwareFields, nicFields, tonerColors } from './report-sections.ts';
import { percentReading, valueStates } from './values.ts';

describe('names of the report', () => {
  it('bits of hrPrinterDetectedErrorState stand in the order of RFC 2790 and RFC 3805', () => {
    expect(detectedErrorNames).toHaveLength(15);
    expect(detectedErrorNames.slice(0, 8)).toEqual([
      'lowPaper',
      'noPaper',
      'lowToner',
      'noToner',
      'doorOpen',
      'jammed',
      'offline',
      'serviceRequested',
    ]);
    expect(detectedErrorNames[14]).toBe('overduePreventMaint');
  });

  it('FW-15: there are 14 versions, in the order of the firmware screen', () => {
    expect(firmwareFields).toEqual(
      'system OS engine scan NIC DF finisher holePunch fax1 fax2 HDD PFC feed LED'.split(' '),
    );
  });

  it('OQ-74: an interface has seven fields', () => {
    expect(nicFields).toEqual(
      'ipAddress subnetMask defaultGateway primaryDns secondaryDns smtpServer macAddress'.split(' '),
    );
  });

  it('colours and error categories are those of the profile', () => {
    expect([...tonerColors].toSorted()).toEqual(['black', 'cyan', 'eBlue', 'magenta', 'yellow']);
    expect(errorCategories).toEqual(['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other']);
  });
});

describe('a reading', () => {
  it.each([...valueStates])('is never a number when its state is %s', (state) => {
    expect(percentReading.safeParse({ state }).success).toBe(true);
    expect(percentReading.safeParse({ state, value: 0 }).success).toBe(false);
  });

  it('has a value when it is measured', () => {
    expect(percentReading.safeParse({ state: 'measured', value: 0 }).success).toBe(true);
    expect(percentReading.safeParse({ state: 'measured' }).success).toBe(false);
    expect(percentReading.safeParse({ state: 'measured', value: null }).success).toBe(false);
    expect(percentReading.safeParse({ state: 'measured', value: Number.NaN }).success).toBe(false);
  });
});
