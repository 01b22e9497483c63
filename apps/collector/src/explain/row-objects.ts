import type { TableName } from '../snmp/objects.ts';

/**
 * Which object a plain value of a row comes from: rows say their index, and their plain values carry no evidence of their own.
 * By section of the report, then by field.
 */
export const rowObjects: Readonly<Record<string, { table: TableName; columns: Readonly<Record<string, string>> }>> = {
  'status.alerts': {
    table: 'alerts',
    columns: {
      severity: 'prtAlertSeverityLevel',
      trainingLevel: 'prtAlertTrainingLevel',
      group: 'prtAlertGroup',
      groupIndex: 'prtAlertGroupIndex',
      location: 'prtAlertLocation',
      code: 'prtAlertCode',
      description: 'prtAlertDescription',
      timeTicks: 'prtAlertTime',
    },
  },
  'counters.markers': {
    table: 'markers',
    columns: { unit: 'prtMarkerCounterUnit', markTech: 'prtMarkerMarkTech' },
  },
  supplies: {
    table: 'supplies',
    columns: {
      description: 'prtMarkerSuppliesDescription',
      class: 'prtMarkerSuppliesClass',
      type: 'prtMarkerSuppliesType',
      unit: 'prtMarkerSuppliesSupplyUnit',
    },
  },
  inputs: {
    table: 'inputs',
    columns: {
      name: 'prtInputName',
      description: 'prtInputDescription',
      type: 'prtInputType',
      media: 'prtInputMediaName',
      unit: 'prtInputCapacityUnit',
    },
  },
  covers: { table: 'covers', columns: { description: 'prtCoverDescription', status: 'prtCoverStatus' } },
};
