import { type DatabaseChoice, databaseChoices } from '@basalt/contract/connect/database-choice.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePreference } from '../../../../lib/preference.ts'
import { aText } from '../../../../lib/shape.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { connectQueries } from '../../../connect/connect/connect.queries.ts'

/** In place of an identifier: whatever the primary is called. */
const PRIMARY = ''

export interface SqlDatabase {
  /** What there is to choose from, the primary first; empty until it is known. */
  readonly choices: readonly DatabaseChoice[]
  /** The identifier of the replica that SQL runs on; undefined for the primary. */
  readonly replica: string | undefined
  /** Why that replica takes no SQL now. */
  readonly reason: string | undefined
  /** By its identifier; the primary when left out. */
  readonly pick: (identifier?: string) => void
  readonly refresh: () => void
}

/**
 * The database that SQL of a project runs on: the one picked last, which this browser remembers. When that replica is
 * there no more it is the primary again, and somebody is told.
 */
export function useSqlDatabase(ref: string, isUp: boolean): SqlDatabase {
  const [kept, keep] = usePreference(`sql-database.${ref}`, aText, PRIMARY)
  const { data, refetch } = useQuery({ ...connectQueries.databases(ref), enabled: isUp })
  const choices = data ? databaseChoices(data) : []
  const chosen = choices.find(({ identifier }) => identifier === kept)
  const isGone = data !== undefined && kept !== PRIMARY && !chosen?.isReplica
  useEffect(() => {
    if (!isGone) return
    keep(PRIMARY)
    toast({
      tone: 'warning',
      title: 'The read replica is gone',
      description: 'SQL runs on the primary database again.',
      id: 'sql-database',
    })
  }, [isGone, keep])
  return {
    choices,
    replica: kept === PRIMARY || isGone ? undefined : kept,
    reason: chosen?.reason,
    pick: (identifier) =>
      keep(choices.find((choice) => choice.identifier === identifier)?.isReplica ? identifier! : PRIMARY),
    refresh: () => void refetch(),
  }
}
