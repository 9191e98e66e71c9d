import path from 'node:path'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { DatabaseRole } from '@basalt/contract/query/query.schema.ts'
import type { FastifyInstance } from 'fastify'
import { READ_ONLY_ROLE, USER_ROLE } from './features/instances/instance-access.ts'
import { databaseNamed } from './features/instances/project-databases.ts'
import { type RunRights, revokedRuns } from './features/query/activity/revoked-runs.ts'
import { createRunningQueries } from './features/query/activity/running-queries.ts'
import { type QueryRoutesDeps, queryRoutes } from './features/query/query.routes.ts'
import { createKeptRuns } from './features/query/runs/kept-runs.ts'
import { createQueryRunner } from './features/query/runs/query-runner.ts'
import { createHeldTransactions } from './features/query/sessions/held-transactions.ts'
import type { Glance, QueryPools } from './features/query/sessions/query-pools.ts'
import { createStoredRows } from './features/query/stored/stored-rows.ts'
import { queryHistoryRoutes } from './features/query-history/query-history.routes.ts'
import { queryHistoryStore } from './features/query-history/query-history.store.ts'
import { queryRecorder } from './features/query-history/query-recorder.ts'
import { recordedEvents } from './features/query-history/recorded-events.ts'
import type { Access, Gates } from './http/gate.ts'
import type { EventBus } from './platform/event-bus.ts'
import type { Metadata } from './platform/metadata/metadata.ts'

interface Deps {
  gates: Gates
  metadata: Metadata
  bus: EventBus
  usableAccess(userId: string, ref: string): Promise<Access | undefined>
  pools: QueryPools
  rolesOf(ref: string): Promise<DatabaseRole[]>
  glance: Glance
  now(): Date
  meter: QueryRoutesDeps['meter']
  /** Below it lie the rows of large results while they are looked at. */
  dataDir: string
}

/** A member left or has another role, an organization asks for a second factor, or a project left it. */
const CHANGES_RIGHTS = new Set<PlatformEvent['type']>(['members', 'organization', 'project_removed'])

/** Running SQL, and remembering what was run. */
export async function composeQueries(app: FastifyInstance, deps: Deps) {
  const { gates, metadata, bus, usableAccess, pools, now, rolesOf, glance, meter, dataDir } = deps
  const store = queryHistoryStore(metadata)
  const recorder = queryRecorder({
    store,
    now,
    onFailed: (error) => app.log.error({ err: error }, 'Writing the query history failed'),
  })
  const running = createRunningQueries()
  const held = createHeldTransactions()
  const onStopProblem = (error: Error, ref: string) =>
    app.log.error({ err: error, ref }, 'Stopping a query failed')
  const mayRun: RunRights['mayRun'] = async (userId, ref, rights) => {
    const access = await usableAccess(userId, ref)
    const need = rights === 'read' ? needs.readWithSql : needs.runAnySql
    return access !== undefined && isAllowed(grantsOfMember(access.role), need)
  }
  const endRevokedRuns = revokedRuns({ running, held, mayRun, onFailed: onStopProblem })
  let changedAt = Number.NEGATIVE_INFINITY
  const unsubscribe = bus.subscribe((_audience, { type }) => {
    if (!CHANGES_RIGHTS.has(type)) return
    changedAt = performance.now()
    void endRevokedRuns()
  })
  app.addHook('preClose', async () => void unsubscribe())
  await app.register(
    queryRoutes({
      gates,
      runner: createQueryRunner({
        pools,
        running,
        held,
        rights: { changedAt: () => changedAt, mayRun },
        onStopProblem,
      }),
      running,
      held,
      kept: createKeptRuns(),
      stored: createStoredRows(path.join(dataDir, 'results')),
      meter,
      rolesOf,
      lookUp: pools.lookUp,
      databaseOf: databaseNamed,
      glance,
      observe: ({ ref, startedBy, text, rights, as, database = ref }, events) => {
        const role = as?.role ?? (rights === 'read' ? READ_ONLY_ROLE : USER_ROLE)
        return recordedEvents({ ref, startedBy: startedBy.email, text, role, database }, events, recorder.add)
      },
    }),
  )
  await app.register(queryHistoryRoutes({ gates, store, recorder }))
}
