import { randomUUID } from 'node:crypto'
import { announceTables } from '../../platform/announce-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { databaseObjectsRoutes } from './database-objects.routes.ts'
import { objectChanges } from './object-changes.service.ts'
import { objectReads } from './object-reads.ts'
import { outsideChanges } from './outside-changes.service.ts'
import { outsideChangesStore } from './outside-changes.store.ts'
import { policyRoutes } from './policies/policies.routes.ts'
import { privilegeChanges } from './privileges/privilege-changes.ts'
import { privilegeRoutes } from './privileges/privileges.routes.ts'

/** What a database has besides tables: a list, a description and changes for each kind of object. */
export function databaseObjectsSlice(
  platform: Platform,
  { recorded, record }: Pick<Ledger, 'recorded' | 'record'>,
): Slice {
  const { gates, databases, metadata, now, failed } = platform
  const { transaction, acquire, rights } = databases.asMember
  const reads = objectReads(transaction)
  const announce = announceTables(platform)
  const announceFailed = failed('Telling open pages of a changed index failed')
  const outsideFailed = failed('Noting a change of an index failed')
  const outside = outsideChanges({
    acquire,
    rights,
    recorded,
    record,
    store: outsideChangesStore(metadata),
    now,
    newId: randomUUID,
    onEnded: (ref) => void announce(ref, null).catch((error: unknown) => announceFailed(error, ref)),
    onError: outsideFailed,
  })
  return {
    routes: async (app) => {
      await app.register(
        databaseObjectsRoutes({
          gates,
          announce,
          reads,
          changes: objectChanges({ transaction, outside, recorded }),
          rows: databases.asOwner.rows,
          rowsIfAwake: databases.asOwner.rowsIfAwake,
          outside,
        }),
      )
      await app.register(policyRoutes({ gates, reads, transaction }))
      const apply = privilegeChanges({ transaction, recorded })
      await app.register(privilegeRoutes({ gates, announce, reads, apply }))
    },
    start: () => void outside.recordInterrupted().catch(outsideFailed),
    release: outside.release,
    forget: outside.forget,
    close: outside.close,
  }
}
