import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import type { RowReader } from '../../rows/rows.queries.ts'
import { ArrayTools } from './ArrayTools.tsx'
import { ByteaTools } from './ByteaTools.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import { JsonTools } from './JsonTools.tsx'
import { MomentTools } from './MomentTools.tsx'
import { ReferenceTools } from './ReferenceTools.tsx'
import { valueKind } from './value-kind.rules.ts'

export interface ValueToolsProps {
  reader: RowReader
  column: GridColumn
  /** The value as text; null for NULL and for a default. */
  text: string | null
  /** Changes the text, which can then be changed further. */
  onText: (text: string) => void
  /** A value was chosen from a list, which needs no further change. */
  onChoose: (text: string) => void
  /** Values of the columns of a foreign key, in the order of the key. */
  referring: (columns: readonly string[]) => readonly (string | null)[]
  /** A row of the referenced table was chosen: the values of the key's columns. */
  onPick: (values: Readonly<Record<string, string | null>>) => void
  /** Focuses the text. */
  onLeave: () => void
}

/** What helps to enter a value of a column's type, besides its text. */
export function ValueTools({
  reader,
  column,
  text,
  onText,
  onChoose,
  referring,
  onPick,
  onLeave,
}: ValueToolsProps) {
  const { name, format, foreign_key } = column
  if (foreign_key)
    return (
      <ReferenceTools
        reader={reader}
        reference={foreign_key}
        values={referring(foreign_key.columns)}
        onPick={onPick}
      />
    )
  switch (valueKind(column)) {
    case 'boolean':
    case 'enum':
      return (
        <div className="w-full">
          <ChoiceList
            label={`Values of ${name}`}
            choices={(column.enum ?? ['true', 'false']).map((label) => ({
              key: label,
              content: label === '' ? <span className="italic">empty</span> : label,
              isChosen: label === text,
            }))}
            onChoose={onChoose}
            onLeave={onLeave}
          />
        </div>
      )
    case 'date':
    case 'time':
    case 'timestamp':
      return <MomentTools format={format} name={name} text={text} onText={onText} />
    case 'json':
      return <JsonTools name={name} text={text} onText={onText} />
    case 'array':
      return <ArrayTools name={name} text={text} labels={column.array_of?.enum ?? null} onText={onText} />
    case 'uuid':
      return (
        <Button size="sm" variant="ghost" onClick={() => onText(newId())}>
          Generate
        </Button>
      )
    case 'bytea':
      return <ByteaTools name={name} text={text} onText={onText} />
    default:
      return null
  }
}
