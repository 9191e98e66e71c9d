import type { Database } from './connect.schema.ts'

export const PRIMARY_DATABASE = 'Primary database'
export const READ_REPLICA = 'Read replica'
export const UNHEALTHY_REPLICA = 'Replica unable to accept requests as its coming up or not healthy'

/** A longer list of databases scrolls. */
export const DATABASES_SHOWN = 7

/** A replica's name among others of its region. */
const SHORT_ID_LENGTH = 5

/** One of a project's databases, as it is chosen. */
export interface DatabaseChoice {
  readonly identifier: string
  readonly label: string
  readonly isReplica: boolean
  /** Why it cannot be chosen. */
  readonly reason?: string
}

/** The databases of a project as choices: the primary first, replicas by age. */
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
        // Whether the primary takes requests is the status of the project, which its pages tell.
        ...(isReplica && status !== 'ACTIVE_HEALTHY' && { reason: UNHEALTHY_REPLICA }),
      }
    })
