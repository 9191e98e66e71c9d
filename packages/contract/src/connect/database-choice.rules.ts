import type { Database } from './connect.schema.ts'

export const PRIMARY_DATABASE = 'Primary database'
export const READ_REPLICA = 'Read replica'
export const UNHEALTHY_REPLICA = 'Replica unable to accept requests as its coming up or not healthy'

/** A longer list of databases scrolls. */
export const DATABASES_VISIBLE = 7

/** Characters of a replica's identifier that its label shows, to tell replicas of one region apart. */
const SHORT_ID_LENGTH = 5

/** One of a project's databases, as an item of a picker. */
export interface DatabaseChoice {
  readonly identifier: string
  readonly label: string
  readonly isReplica: boolean
  /** Why it cannot be chosen. */
  readonly reason?: string
}

/** The choices for a project's databases: the primary first, then replicas by age. */
export const databaseChoices = (databases: readonly Database[]): readonly DatabaseChoice[] =>
  databases
    .toSorted(
      (a, b) =>
        Number(b.database_type === 'PRIMARY') - Number(a.database_type === 'PRIMARY') ||
        a.inserted_at.localeCompare(b.inserted_at),
    )
    .map(({ identifier, database_type, region, status }) => {
      const isReplica = database_type === 'READ_REPLICA'
      return {
        identifier,
        isReplica,
        label: isReplica
          ? `${READ_REPLICA} (${region} - ${identifier.slice(-SHORT_ID_LENGTH)})`
          : PRIMARY_DATABASE,
        // The primary's health is the project's status, which its pages show.
        ...(isReplica && status !== 'ACTIVE_HEALTHY' && { reason: UNHEALTHY_REPLICA }),
      }
    })
