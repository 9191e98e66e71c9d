import path from 'node:path'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { READ_ONLY_ROLE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { resolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { RecordRun } from '../query-history/query-history.port.ts'
import { type RunRights, revokedRuns } from './activity/revoked-runs.ts'
import { createRunningQueries } from './activity/running-queries.ts'
import { type QueryRoutesDeps, queryRoutes } from './query.routes.ts'
import { createQueryRunner } from './runs/query-runner.ts'
import { createRetainedRuns } from './runs/retained-runs.ts'
import { createHeldTransactions } from './sessions/held-transactions.ts'
import { createStoredRows } from './stored/stored-rows.ts'

interface Needs {
  recorded: RecordRun
  /** Counts a query that a project is about to run. */
  meter: QueryRoutesDeps['meter']
}

/** Events after which a user may have lost rights: a membership, an MFA requirement or a project's owner changed. */
const CHANGES_RIGHTS = new Set<PlatformEvent['type']>(['members', 'organization', 'project_removed'])

/** Runs SQL in projects. */
export function querySlice(platform: Platform, { recorded, meter }: Needs) {
  const { gates, config, bus, databases, permissions, failed } = platform
  const running = createRunningQueries()
  const held = createHeldTransactions()
  const onStopProblem = failed('Stopping a query failed')
  const mayRun: RunRights['mayRun'] = async (userId, ref, rights) => {
    const member = await permissions.usableAccess(userId, ref)
    const need = rights === 'read' ? needs.readWithSql : needs.runAnySql
    return member !== undefined && isAllowed(grantsOfMember(member.role), need)
  }
  const endRevokedRuns = revokedRuns({ running, held, mayRun, onFailed: onStopProblem })
  let changedAt = Number.NEGATIVE_INFINITY
  const unsubscribe = bus.subscribe((_audience, { type }) => {
    if (!CHANGES_RIGHTS.has(type)) return
    changedAt = performance.now()
    void endRevokedRuns()
  })
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
            rights: { changedAt: () => changedAt, mayRun },
            onStopProblem,
          }),
          running,
          held,
          retained: createRetainedRuns(),
          stored: createStoredRows(path.join(config.dataDir, 'results')),
          meter,
          rolesOf: databases.asMember.roles,
          lookUp: databases.asOwner.rows,
          databaseOf: resolveDatabase,
          rowsIfAwake: databases.asOwner.rowsIfAwake,
          observe: ({ ref, startedBy, text, rights, as, database = ref }, events) => {
            const role = as?.role ?? (rights === 'read' ? READ_ONLY_ROLE : USER_ROLE)
            return recorded({ ref, startedBy: startedBy.email, text, role, database }, events)
          },
        }),
      )
    },
  } satisfies SliceWithPort
}
