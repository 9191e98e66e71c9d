import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { databaseChoices } from '@basalt/contract/connect/database-choice.rules.ts'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import type { ConnectPanelProps } from '../connect-panel.ts'

/** Selects one of a project's databases; hidden when there is only one. */
export function SourceField({
  databases,
  database,
  onSearchChange,
}: {
  databases: readonly Database[]
  database: Database
  onSearchChange: ConnectPanelProps['onSearchChange']
}) {
  if (databases.length === 1) return null
  const primary = databases.find(({ database_type }) => database_type === 'PRIMARY')
  return (
    <Field label="Source">
      <Select
        options={databaseChoices(databases).map(({ identifier, label, reason }) => ({
          value: identifier,
          label,
          ...(reason !== undefined && { description: reason, disabled: true }),
        }))}
        value={database.identifier}
        // The primary needs no search param.
        onValueChange={(source) =>
          onSearchChange({ source: source === primary?.identifier ? undefined : source })
        }
      />
    </Field>
  )
}
