import {
  DATABASES_SHOWN,
  PRIMARY_DATABASE,
  READ_REPLICA,
} from '@basalt/contract/connect/database-choice.rules.ts'
import { Database, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import type { SqlDatabase } from './sql-database.ts'

/** Chooses the database that SQL runs on. */
export function DatabasePicker({
  database: { choices, replica, pick, refresh },
  newReplicaLink,
}: {
  database: SqlDatabase
  /** Where a replica is made; left out where none can be. */
  newReplicaLink: ReactElement | undefined
}) {
  const primary = choices.find(({ isReplica }) => !isReplica)?.identifier ?? ''
  const chosen = choices.find(({ identifier }) => identifier === (replica ?? primary))
  const name = chosen?.label ?? (replica === undefined ? PRIMARY_DATABASE : READ_REPLICA)
  const options = choices.map(({ identifier, label, reason }) => ({
    value: identifier,
    label,
    ...(reason !== undefined && { description: reason, disabled: true }),
  }))
  return (
    <Menu
      align="end"
      onOpen={refresh}
      trigger={
        <Button icon={Database} aria-label={`Database: ${name}`}>
          <span className="max-w-40 truncate max-lg:hidden">{name}</span>
        </Button>
      }
    >
      <MenuRadioGroup
        label="Run on"
        closes
        options={options.length > 0 ? options : [{ value: replica ?? primary, label: name }]}
        value={replica ?? primary}
        onValueChange={pick}
        className={cx(options.length > DATABASES_SHOWN && 'max-h-64 overflow-y-auto overscroll-contain')}
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
