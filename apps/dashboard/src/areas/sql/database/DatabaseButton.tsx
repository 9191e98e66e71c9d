import { PRIMARY_DATABASE, READ_REPLICA } from '@basalt/contract/connect/database-choice.rules.ts'
import { Database } from 'lucide-react'
import { Button, type ButtonProps } from '../../../ui/controls/Button.tsx'
import type { SqlDatabase } from './sql-database.port.ts'

/** Displays the database that is used. `isQuiet` leaves out the name of the primary. */
export function DatabaseButton({
  database,
  isQuiet = false,
  ...rest
}: { database: SqlDatabase; isQuiet?: boolean | undefined } & ButtonProps) {
  const name = databaseName(database)
  return (
    <Button aria-haspopup="menu" {...rest} icon={Database} aria-label={`Database: ${name}`}>
      {!(isQuiet && database.replica === undefined) && (
        <span className="max-w-40 truncate max-lg:hidden">{name}</span>
      )}
    </Button>
  )
}

export function databaseName({ choices, replica }: SqlDatabase): string {
  const chosen = choices.find(({ identifier, isReplica }) =>
    replica === undefined ? !isReplica : identifier === replica,
  )
  return chosen?.label ?? (replica === undefined ? PRIMARY_DATABASE : READ_REPLICA)
}
