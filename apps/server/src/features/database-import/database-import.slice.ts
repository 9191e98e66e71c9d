import { every, type PlainJob } from '../../platform/jobs/job.ts'
import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { databaseImportRoutes } from './database-import.routes.ts'
import { databaseImportService } from './database-import.service.ts'
import { latestFailureIn } from './follow/latest-failure.ts'
import { importsStore } from './imports.store.ts'

/** Brings a database from elsewhere into a project. */
export function databaseImportSlice(
  { gates, config, metadata, secrets, databases, engine, jobs, now, failed }: Platform,
  ledger: Pick<Ledger, 'record'>,
): Slice {
  const service = databaseImportService({
    store: importsStore(metadata, secrets),
    databases,
    ledger,
    reach: publicAnd(config.privateNetworks.databases),
    now,
    onError: failed('An import of a database failed'),
    latestFailure: latestFailureIn(engine),
    resumeLater: () => jobs.enqueue(unfinished, {}),
  })
  const unfinished: PlainJob = {
    name: 'database-import-leftovers',
    title: 'Continue or remove unfinished imports',
    schedule: every({ hours: 1 }),
    atStart: true,
    run: service.resumeAll,
  }
  return {
    routes: (app) => app.register(databaseImportRoutes({ gates, service })),
    jobs: [unfinished],
    release: service.stopOf,
    forget: service.forget,
    close: service.close,
  }
}
