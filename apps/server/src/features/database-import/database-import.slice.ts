import { every, type PlainJob } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { databaseImportRoutes } from './database-import.routes.ts'
import { databaseImportService } from './database-import.service.ts'
import { importsStore } from './imports.store.ts'

/** Brings a database from elsewhere into a project. */
export function databaseImportSlice({ gates, metadata, databases, jobs, now, failed }: Platform): Slice {
  const service = databaseImportService({
    store: importsStore(metadata),
    databases,
    now,
    onError: failed('An import of a database failed'),
    cleanUpLater: () => jobs.enqueue(leftovers, {}),
  })
  const leftovers: PlainJob = {
    name: 'database-import-leftovers',
    title: 'Remove what unfinished imports have left',
    schedule: every({ hours: 1 }),
    atStart: true,
    run: service.removeLeftovers,
  }
  return {
    routes: (app) => app.register(databaseImportRoutes({ gates, service })),
    jobs: [leftovers],
    release: service.stopOf,
    close: service.close,
  }
}
