import { type DatabaseChoice, databaseChoices } from '@basalt/contract/connect/database-choice.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePreference } from '../../../../lib/preference.ts'
import { aText } from '../../../../lib/shape.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { connectQueries } from '../../../connect/connect/connect.queries.ts'

/** Stands for the primary, whatever its identifier is. */
const PRIMARY = ''

export interface SqlDatabase {
  /** The databases of the project, the primary first; empty until they are loaded. */
  readonly choices: readonly DatabaseChoice[]
  /** The identifier of the replica that SQL runs on; undefined for the primary. */
  readonly replica: string | undefined
  /** Why that replica accepts no queries now. */
  readonly reason: string | undefined
  /** Picks a database by its identifier; the primary when omitted. */
  readonly pick: (identifier?: string) => void
  readonly refresh: () => void
}

/**
 * The database that SQL runs on: the one picked last, stored in this browser. Falls back to the primary, with a
 * warning, when that replica no longer exists.
 */
export function useSqlDatabase(ref: string, isUp: boolean): SqlDatabase {
  const [stored, store] = usePreference(`sql-database.${ref}`, aText, PRIMARY)
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
      description: 'SQL now runs on the primary database.',
      id: 'sql-database',
    })
  }, [isGone, store])
  return {
    choices,
    replica: stored === PRIMARY || isGone ? undefined : stored,
    reason: chosen?.reason,
    pick: (identifier) =>
      store(choices.find((choice) => choice.identifier === identifier)?.isReplica ? identifier! : PRIMARY),
    refresh: () => void refetch(),
  }
}
