import type pg from 'pg'
import {
  type ConnectionTarget,
  endWithin,
  openAdminConnection,
} from '../../platform/project-databases/admin-connection.ts'
import { connectForSchema } from './base-schema.ts'

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

export async function endCompletingSessions({ admin, forSchema }: CompletingSessions): Promise<void> {
  await Promise.all([endWithin(admin), forSchema.ending ? undefined : forSchema.end()])
}
