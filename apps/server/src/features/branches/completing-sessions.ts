import type pg from 'pg'
import {
  type ConnectionTarget,
  endWithin,
  openAdminConnection,
} from '../../platform/project-databases/admin-connection.ts'
import { beginReadingKeys, keepKeysOf } from './base-keys.ts'
import { beginReadingSchema, connectForSchema } from './base-schema.ts'

/** The sessions in which the moment of branching is completed. Each has to be ended by the code that uses it. */
export interface CompletingSessions {
  admin: pg.Client
  /** In the pool that the library asks for. */
  forSchema: pg.Pool
}

/**
 * Opens both at once: that takes as long as what they do. When one cannot be opened, none stays open.
 * @throws AppError instance_unavailable
 */
export async function openCompletingSessions(superuser: ConnectionTarget): Promise<CompletingSessions> {
  const [admin, forSchema] = await Promise.allSettled([
    openAdminConnection(superuser),
    connectForSchema(superuser),
  ])
  if (admin.status === 'fulfilled' && forSchema.status === 'fulfilled')
    return { admin: admin.value, forSchema: forSchema.value }
  if (admin.status === 'fulfilled') await endWithin(admin.value)
  if (forSchema.status === 'fulfilled') await forSchema.value.end()
  throw admin.status === 'rejected' ? admin.reason : (forSchema as PromiseRejectedResult).reason
}

/**
 * Begins to read what a merge compares both sides with, and resolves once nobody can change the schema until it has been read.
 * Ends the sessions.
 */
export async function beginReading(
  { admin, forSchema }: CompletingSessions,
  { withData }: { withData: boolean },
): Promise<{ schema: Promise<string>; keys: Promise<void> }> {
  // Neither changes anything, so they need not wait for each other.
  const [{ schema }, tables] = await Promise.all([
    beginReadingSchema(forSchema),
    withData ? beginReadingKeys(admin) : undefined,
  ])
  return { schema, keys: tables ? keepKeysOf(admin, tables) : endWithin(admin) }
}

export async function endCompletingSessions({ admin, forSchema }: CompletingSessions): Promise<void> {
  await Promise.all([endWithin(admin), forSchema.ending ? undefined : forSchema.end()])
}
