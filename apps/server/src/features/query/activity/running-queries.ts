import type { RunningQuery } from '@basalt/contract/query/query.schema.ts'
import { QUERY_TEXT_KEPT } from '../runs/flow.rules.ts'

interface Entry {
  readonly ref: string
  readonly description: RunningQuery
  readonly cancel: () => Promise<void>
}

export type RunningQueries = ReturnType<typeof createRunningQueries>

/** What runs right now, to be found and cancelled by anybody of its project. */
export function createRunningQueries() {
  const entries = new Map<string, Entry>()
  return {
    add(
      ref: string,
      startedBy: string,
      text: string,
      cancel: () => Promise<void>,
      id: string = crypto.randomUUID(),
    ) {
      const description = {
        id,
        query: text.slice(0, QUERY_TEXT_KEPT).toWellFormed(),
        started_by: startedBy,
        started_at: new Date().toISOString(),
      }
      entries.set(id, { ref, description, cancel })
      return { id, remove: () => void entries.delete(id) }
    },

    has: (id: string) => entries.has(id),

    /** Oldest first. */
    of: (ref: string): RunningQuery[] =>
      [...entries.values()].filter((entry) => entry.ref === ref).map((entry) => entry.description),

    /** Resolves to false when no such query runs in this project, else to true once the database was told. */
    async cancel(ref: string, id: string): Promise<boolean> {
      const entry = entries.get(id)
      if (entry?.ref !== ref) return false
      await entry.cancel()
      return true
    },
  }
}
