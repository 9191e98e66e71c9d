import type { RunningQuery } from '@basalt/contract/query/query.schema.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import type { SqlRights } from '../../../platform/project-databases/sql/sql-login.ts'
import { QUERY_TEXT_MAX } from '../runs/flow.rules.ts'

/** The author of a query, and the rights it runs with. */
export interface RunBy {
  readonly userId: string
  readonly email: string
  readonly rights: SqlRights
}

interface Entry {
  readonly ref: string
  readonly by: RunBy
  readonly description: RunningQuery
  readonly stop: () => Promise<void>
}

export type RunningQueries = ReturnType<typeof createRunningQueries>

/** The running queries, which every member of a project can find and cancel. */
export function createRunningQueries() {
  const entries = new Map<string, Entry>()
  return {
    add(ref: string, by: RunBy, text: string, stop: () => Promise<void>, id: string = crypto.randomUUID()) {
      const description = {
        id,
        // Visible to every member of the project.
        query: withoutSecrets(text).slice(0, QUERY_TEXT_MAX).toWellFormed(),
        started_by: by.email,
        started_at: new Date().toISOString(),
      }
      entries.set(id, { ref, by, description, stop })
      return { id, remove: () => void entries.delete(id) }
    },

    has: (id: string) => entries.has(id),

    /** The running queries of a project, oldest first. */
    of: (ref: string): RunningQuery[] =>
      [...entries.values()].filter((entry) => entry.ref === ref).map((entry) => entry.description),

    /** The users with running queries, and their projects. */
    runs: () => [...entries].map(([id, { ref, by }]) => ({ id, ref, by })),

    /**
     * Resolves to true once the query has ended, to false when no such query runs in this project.
     * Throws `instance_unavailable` when PostgreSQL does not stop it.
     */
    async cancel(ref: string, id: string): Promise<boolean> {
      const entry = entries.get(id)
      if (entry?.ref !== ref) return false
      await entry.stop()
      return true
    },
  }
}
