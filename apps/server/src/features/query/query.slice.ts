import path from 'node:path'
import { isLocked } from '@basalt/contract/production-lock/production-lock.rules.ts'
import { mayChangeSchema } from '@basalt/sql/changes-schema.ts'
import { announceTables } from '../../platform/announce-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import { READ_ONLY_ROLE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ResolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { eventsInSpan } from '../../platform/tracing/spans.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { RecordRun } from '../query-history/query-history.port.ts'
import { revokedRuns } from './activity/revoked-runs.ts'
import { createRunningQueries } from './activity/running-queries.ts'
import { createWaitingRuns } from './activity/waiting-runs.ts'
import { type QueryRoutesDeps, queryRoutes } from './query.routes.ts'
import { createQueryRunner } from './runs/query-runner.ts'
import { createRetainedRuns } from './runs/retained-runs.ts'
import { noticingWorkDone } from './runs/work-done.ts'
import { createHeldTransactions } from './sessions/held-transactions.ts'
import { createStoredRows } from './stored/stored-rows.ts'

interface Needs {
  recorded: RecordRun
  recordCommit: Ledger['recordCommit']
  /** Counts a query that a project is about to run. */
  meter: QueryRoutesDeps['meter']
  databaseOf: ResolveDatabase
  restorePoint: QueryRoutesDeps['restorePoint']
}

/** Runs SQL in projects. */
export function querySlice(
  platform: Platform,
  { recorded, recordCommit, meter, databaseOf, restorePoint }: Needs,
) {
  const { gates, config, databases, failed } = platform
  const running = createRunningQueries()
  const announce = announceTables(platform)
  const onAnnounceProblem = failed('Telling open pages of changed tables failed')
  const announceChanges = (ref: string, text: string) => {
    if (mayChangeSchema(text)) announce(ref, null).catch((error) => onAnnounceProblem(error, ref))
  }
  const held = createHeldTransactions({
    onCommitted({ ref, heldBy, role = USER_ROLE, text }, startedAt) {
      recordCommit({ ref, madeBy: heldBy, role, text, startedAt })
      announceChanges(ref, text)
    },
  })
  const onStopProblem = failed('Stopping a query failed')
  const { rights } = databases.asMember
  const unsubscribe = rights.onChange(
    revokedRuns({ running, held, mayRun: rights.mayRun, onFailed: onStopProblem }),
  )
  return {
    routes(app) {
      app.addHook('preClose', async () => void unsubscribe())
      return app.register(
        queryRoutes({
          gates,
          runner: createQueryRunner({
            pools: databases.asMember,
            running,
            held,
            rights,
            onStopProblem,
          }),
          running,
          held,
          waiting: createWaitingRuns(),
          retained: createRetainedRuns(),
          stored: createStoredRows(path.join(config.dataDir, 'results')),
          meter,
          restorePoint,
          rolesOf: databases.asMember.roles,
          lookUp: databases.asOwner.rows,
          databaseOf,
          isLocked: (project) => isLocked(project, platform.now().getTime()),
          rowsIfAwake: databases.asOwner.rowsIfAwake,
          observe: ({ ref, startedBy, text, origin, rights: granted, as, database = ref }, events) => {
            const role = as?.role ?? (granted === 'read' ? READ_ONLY_ROLE : USER_ROLE)
            const announced =
              granted === 'read' ? events : noticingWorkDone(events, () => announceChanges(ref, text))
            const run = { ref, startedBy: startedBy.email, text, role, database, origin }
            return recorded({ ...run, canWrite: granted !== 'read' }, eventsInSpan(ref, announced))
          },
        }),
      )
    },
  } satisfies SliceWithPort
}
