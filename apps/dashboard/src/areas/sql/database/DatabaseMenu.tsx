import { DATABASES_VISIBLE } from '@basalt/contract/connect/database-choice.rules.ts'
import { Plus } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { DatabaseButton, databaseName } from './DatabaseButton.tsx'
import type { DatabaseProps } from './sql-database.port.ts'

/** The button and the menu that chooses a database. */
export function DatabaseMenu({ database, newReplicaLink, label = 'Run on', ...button }: DatabaseProps) {
  const { choices, replica, pick, refresh } = database
  const primary = choices.find(({ isReplica }) => !isReplica)?.identifier ?? ''
  const options = choices.map(({ identifier, label, reason }) => ({
    value: identifier,
    label,
    ...(reason !== undefined && { description: reason, disabled: true }),
  }))
  return (
    <Menu align="end" onOpen={refresh} trigger={<DatabaseButton database={database} {...button} />}>
      <MenuRadioGroup
        label={label}
        closes
        options={
          options.length > 0 ? options : [{ value: replica ?? primary, label: databaseName(database) }]
        }
        value={replica ?? primary}
        onValueChange={pick}
        className={cx(options.length > DATABASES_VISIBLE && 'max-h-64 overflow-y-auto overscroll-contain')}
      />
      {newReplicaLink && (
        <>
          <MenuSeparator />
          <MenuItem icon={Plus} link={newReplicaLink}>
            Create a new read replica
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
