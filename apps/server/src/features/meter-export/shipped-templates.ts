import type { Locale } from '@platen/catalogue/locale';
import { exportFields, type ShippedTemplateId, shippedTemplateIds } from '@platen/contract/meter-export-names';
import type { MeterTemplate, TemplateForm } from '@platen/contract/meter-exports';
import { exportTexts } from './texts.ts';

type Shipped = Omit<TemplateForm, 'name' | 'language'>;

const usual = { format: 'csv', separator: 'comma', decimalMark: 'point', meters: [], all: false } as const;
const toFields = (names: readonly TemplateForm['fields'][number]['field'][]) => names.map((field) => ({ field }));

/** MX-04. Codes are the ERP's own, so only the four columns of an import go by them. */
const shipped: Readonly<Record<ShippedTemplateId, Shipped>> = {
  all: {
    ...usual,
    shape: 'long',
    meters: [],
    fields: toFields(exportFields.filter((field) => field !== 'meterCode')),
    all: true,
  },
  blackColor: {
    ...usual,
    shape: 'wide',
    meters: ['black', 'color'],
    fields: toFields(['customerNumber', 'customerName', 'assetNumber', 'serial', 'readingDate', 'reading', 'use']),
  },
  equipment: {
    ...usual,
    shape: 'long',
    meters: [],
    fields: toFields(['assetNumber', 'meterCode', 'readingDate', 'reading']),
  },
};

/** The templates that every organisation has, with names and heads in a language. */
export const shippedTemplates = (language: Locale): MeterTemplate[] =>
  shippedTemplateIds.map((templateId) => ({
    templateId,
    isShipped: true,
    version: 1,
    name: exportTexts(language).templates[templateId],
    language,
    ...shipped[templateId],
  }));
