import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { useState } from 'react';
import { AddedTexts } from '../ui/added-texts.tsx';
import { DeviceConditions } from './device-conditions.tsx';
import { FurtherDevices } from './further-devices.tsx';
import { loadPlanningTexts } from './load-texts.ts';

/** What a person ticked of further rows, and these rows. */
export interface Further {
  readonly conditions: readonly Condition[];
  readonly rows: readonly WorklistRow[];
}

interface FurtherChoiceProps {
  /** Rows that are planned for already, all of one customer. */
  readonly rows: readonly WorklistRow[];
  readonly customerNumber: string;
  readonly onChange: (further: Further) => void;
}

/** Further devices of the customer of these rows, with what a person ticked of each (VP-04). */
export const FurtherChoice = (props: FurtherChoiceProps) => (
  <AddedTexts load={loadPlanningTexts}>
    <Choice {...props} />
  </AddedTexts>
);

type Ticked = ReadonlyMap<string, { readonly row: WorklistRow; readonly condition: Condition }>;

function Choice({ rows, customerNumber, onChange }: FurtherChoiceProps) {
  const [added, setAdded] = useState<readonly WorklistRow[]>([]);
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const change = (next: Ticked) => {
    setTicked(next);
    const of = [...next.values()];
    onChange({ conditions: of.map(({ condition }) => condition), rows: [...new Set(of.map(({ row }) => row))] });
  };
  const toggle = (row: WorklistRow, condition: Condition) => {
    const next = new Map(ticked);
    if (!next.delete(condition.conditionId)) next.set(condition.conditionId, { row, condition });
    change(next);
  };
  const takeOut = (row: WorklistRow) => {
    setAdded(added.filter((one) => one !== row));
    change(new Map([...ticked].filter(([, one]) => one.row !== row)));
  };
  const ids = new Set(ticked.keys());
  return (
    <>
      {added.map((row) => (
        <DeviceConditions
          key={row.rowId}
          device={{ deviceId: row.rowId, serial: row.serial, model: row.model }}
          ticked={ids}
          onToggle={(condition) => toggle(row, condition)}
          onTakeOut={() => takeOut(row)}
        />
      ))}
      <FurtherDevices
        customerNumber={customerNumber}
        without={new Set([...rows, ...added].map(({ rowId }) => rowId))}
        onAdd={(row) => setAdded([...added, row])}
      />
    </>
  );
}
