import { type DatabaseChoice, databaseChoices } from '@basalt/contract/connect/database-choice.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aText } from '../../../lib/shape.ts'
import type { ButtonProps } from '../../../ui/controls/Button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { connectQueries } from '../../connect/connect/connect.queries.ts'

/** Stands for the primary, whatever its identifier is. */
const PRIMARY = ''

/** What a database is for: the SQL of the editor, or the rows of tables. Each is chosen separately. */
export type DatabaseUse = 'sql' | 'rows'

const uses = {
  sql: { preference: 'sql-database', now: 'SQL now runs on the primary database.' },
  rows: { preference: 'table-database', now: 'Rows now come from the primary database.' },
}

export interface SqlDatabase {
  /** The databases of the project, the primary first; empty until they are loaded. */
  readonly choices: readonly DatabaseChoice[]
  /** The identifier of the replica that is used; undefined for the primary. */
  readonly replica: string | undefined
  /** Why that replica accepts no queries now. */
  readonly reason: string | undefined
  /** Picks a database by its identifier; the primary when omitted. */
  readonly pick: (identifier?: string) => void
  readonly refresh: () => void
}

/**
 * The database that SQL runs on, or that rows come from: the one picked last, stored in this browser. Falls back to the
 * primary, with a warning, when that replica no longer exists.
 */
export function useSqlDatabase(ref: string, isUp: boolean, use: DatabaseUse = 'sql'): SqlDatabase {
  const { preference, now } = uses[use]
  const [stored, store] = usePreference(`${preference}.${ref}`, aText, PRIMARY)
  const { data, refetch } = useQuery({ ...connectQueries.databases(ref), enabled: isUp })
  const choices = data ? databaseChoices(data) : []
  const chosen = choices.find(({ identifier }) => identifier === stored)
  const isGone = data !== undefined && stored !== PRIMARY && !chosen?.isReplica
  useEffect(() => {
    if (!isGone) return
    store(PRIMARY)
    toast({
      tone: 'warning',
      title: 'The read replica no longer exists',
      description: now,
      id: preference,
    })
  }, [isGone, store, now, preference])
  return {
    choices,
    replica: stored === PRIMARY || isGone ? undefined : stored,
    reason: chosen?.reason,
    pick: (identifier) =>
      store(choices.find((choice) => choice.identifier === identifier)?.isReplica ? identifier! : PRIMARY),
    refresh: () => void refetch(),
  }
}

/** The props of the database picker. */
export interface DatabaseProps {
  database: SqlDatabase
  /** Where to create a replica; undefined when that is not possible. */
  newReplicaLink?: ReactElement | undefined
  /** What the choice is for; "Run on" by default. */
  label?: string
  size?: ButtonProps['size']
  /** The primary is not named on the button, only a replica is. */
  isQuiet?: boolean
}
