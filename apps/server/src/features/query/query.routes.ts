import { Readable } from 'node:stream'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import {
  cancelQuery,
  endActivity,
  endHeldTransaction,
  exportQuery,
  followQuery,
  getSchemaCatalogue,
  listActivity,
  listDatabaseRoles,
  listRunningQueries,
  runQuery,
  streamQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import { STREAM_RESULT_BYTES, TRUNCATED_HEADER } from '@basalt/contract/query/query.rules.ts'
import type { DatabaseRole, QueryEvent, QueryText } from '@basalt/contract/query/query.schema.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { fileExtension } from '@basalt/sql/result-formats.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { disconnectSignal, watchDisconnect } from '../../http/client-disconnect.ts'
import { type Allows, type Caller, type Gates, locked } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { isOwnCall } from '../../http/on-behalf.ts'
import type { Rows, RowsIfAwake } from '../../platform/project-databases/as-owner.ts'
import type { SqlRights } from '../../platform/project-databases/sql/sql-login.ts'
import { ChunkPool } from '../../platform/result-files/chunk-pool.ts'
import { activityStore } from './activity/activity.store.ts'
import type { RunningQueries } from './activity/running-queries.ts'
import type { WaitingRuns } from './activity/waiting-runs.ts'
import { resultFile } from './export/result-file.ts'
import { eventLines } from './runs/event-lines.ts'
import { allResults, lastRows } from './runs/json-results.ts'
import type { QueryRequest, QueryRunner } from './runs/query-runner.ts'
import type { RetainedRuns } from './runs/retained-runs.ts'
import { type RunLimits, WITHOUT_LIMITS } from './runs/row-budget.ts'
import type { PackedRows } from './runs/run-event.ts'
import { schemaCatalogue } from './schema-catalogue.ts'
import { assumedRoleOf } from './sessions/assumed-role.ts'
import type { HeldTransactions } from './sessions/held-transactions.ts'
import { mustOnlyRead } from './sessions/locked-sql.ts'
import { storedRowsRoutes } from './stored/stored-rows.routes.ts'
import type { StoredRows } from './stored/stored-rows.ts'

export interface QueryRoutesDeps {
  gates: Gates
  runner: QueryRunner
  running: RunningQueries
  held: HeldTransactions
  waiting: WaitingRuns
  retained: RetainedRuns
  stored: StoredRows
  /** Called for each query that a project is about to run. */
  meter(project: Project, userId: string, reply: FastifyReply): void
  /** Names the moment before SQL that may be regretted. The signal is aborted when its caller no longer waits. */
  restorePoint: (ref: string, name: string, signal: AbortSignal) => Promise<unknown>
  lookUp: Rows
  rowsIfAwake: RowsIfAwake
  isLocked(project: Project): boolean
  /** The database that a request names, or the primary. Throws `not_found`. */
  databaseOf: (ref: string, identifier: string | undefined) => Promise<string>
  /** The roles of a project's database that SQL can be run as. */
  rolesOf: (ref: string) => Promise<DatabaseRole[]>
  /** Wraps the events of a run, for instance to record it. */
  observe?: <Event extends QueryEvent | PackedRows>(
    run: QueryRequest,
    events: AsyncIterableIterator<Event>,
  ) => AsyncIterableIterator<Event>
}

export const queryRoutes =
  ({
    gates,
    runner,
    running,
    held,
    waiting,
    retained,
    stored,
    meter,
    restorePoint,
    rolesOf,
    lookUp,
    rowsIfAwake,
    databaseOf,
    isLocked,
    observe = (_run, events) => events,
  }: QueryRoutesDeps) =>
  async (app: FastifyInstance) => {
    const activity = activityStore(lookUp, rowsIfAwake)
    /** Describes the run of a request's SQL, with its caller's rights, until the signal aborts it. */
    const requestOf = async (
      { project, caller, allows, body }: RunInput,
      limits: RunLimits,
      reply: FastifyReply,
      signal = disconnectSignal(reply),
    ): Promise<QueryRequest> => {
      const as = assumedRoleOf(body)
      const rights = body.read_only ? 'read' : rightsOf(allows)
      const isHeldBack = rights === 'everything' && isLocked(project)
      if (isHeldBack) await mustOnlyRead(body.query, as)
      return {
        ref: project.ref,
        database: await databaseOf(project.ref, body.database),
        startedBy: { userId: caller.userId, email: caller.email },
        text: body.query,
        origin: originOf(caller),
        rights: isHeldBack ? 'read' : rights,
        as,
        limits,
        requestedAt: performance.now() - reply.elapsedTime,
        signal,
      }
    }
    const changesNothing = gates.project(needs.runAnySql, { changesNothing: true })
    // Shutdown waits for requests, and a query may run for hours.
    app.addHook('preClose', runner.close)
    await app.register(storedRowsRoutes({ gates, stored }))

    mount(app, runQuery, gates.project(needs.readWithSql), async (input, _request, reply) => {
      const { project, caller, query, body } = input
      mustBeRunning(project)
      meter(project, caller.userId, reply)
      const limits = { maxRows: body.max_rows, maxBytes: body.max_bytes }
      const run = await requestOf(input, limits, reply)
      const started = await runner.start(run)
      const events = query.key?.startsWith(CATALOG_KEY_PREFIX) ? started.events : observe(run, started.events)
      const { pieces, isTruncated } = await (query.results === 'all' ? allResults(events) : lastRows(events))
      if (isTruncated) reply.header(TRUNCATED_HEADER, 'true')
      return Readable.from(pieces)
    })

    mount(app, streamQuery, gates.project(needs.readWithSql), async (input, request, reply) => {
      const { project, caller, body } = input
      mustBeRunning(project)
      if (body.keep !== undefined && !retained.isFree(body.keep))
        throw new AppError('conflict', 'A query with this id was already run')
      if (body.store) mustBeSingleStatement(body.query, 'Browse the rows of one statement at a time')
      meter(project, caller.userId, reply)
      const disconnect = watchDisconnect(reply)
      const start = async (signal: AbortSignal) => {
        const limits = { maxRows: body.max_rows, maxBytes: STREAM_RESULT_BYTES }
        const run = { ...(await requestOf(input, limits, reply, signal)), id: body.keep, holds: body.hold }
        if (body.restore_point && run.rights !== 'read')
          await restorePoint(project.ref, `Before SQL of ${caller.email}`, signal)
        return { run, ...(await runner.start(run)) }
      }
      const { run, id, events } =
        body.keep === undefined
          ? await start(disconnect.signal)
          : await waiting.start(
              { id: body.keep, ref: project.ref, started_by: caller.email },
              disconnect.signal,
              start,
            )
      const observed = observe(run, events)
      const sent = body.store ? await stored.store(id, project.ref, caller.email, observed) : observed
      const lines = eventLines({ id, events: sent }, (error) => {
        noteForAudit(request, { code: error instanceof AppError ? error.code : 'internal' })
        if (!(error instanceof AppError)) request.log.error({ err: error }, 'A streamed query failed')
      })
      if (body.keep === undefined) return Readable.from(lines, { highWaterMark: 1 })
      disconnect.ignore()
      return retained.retain(id, project.ref, caller.email, lines)
    })

    mount(app, followQuery, gates.project(needs.readWithSql), async ({ project, caller, params }) => {
      const lines = retained.follow(project.ref, caller.email, params.id)
      if (!lines) throw notFound('Query', params.id)
      return Readable.from(lines, { highWaterMark: 1 })
    })

    mount(app, exportQuery, gates.project(needs.readWithSql), async (input, _request, reply) => {
      const { project, caller, body } = input
      mustBeRunning(project)
      mustBeSingleStatement(body.query, 'Export one statement at a time')
      meter(project, caller.userId, reply)
      const run = await requestOf(input, WITHOUT_LIMITS, reply)
      const { events } = await runner.startPacked(run)
      const file = await resultFile(observe(run, events), body.format, new ChunkPool(reply.raw))
      reply.header('content-disposition', `attachment; filename="query-result.${fileExtension(body.format)}"`)
      return Readable.from(file, { highWaterMark: 1 })
    })

    mount(app, endHeldTransaction, changesNothing, async (input, _request, reply) => {
      const { project, caller, params, body } = input
      if (body.how === 'commit') {
        if (isLocked(project)) throw locked()
        if (body.restore_point)
          await restorePoint(project.ref, `Before SQL of ${caller.email}`, disconnectSignal(reply))
      }
      if (!(await held.end(project.ref, caller.email, params.id, body.how)))
        throw new AppError('gone', 'This change is no longer open. It was rolled back.')
      return { done: true as const }
    })

    mount(app, listDatabaseRoles, changesNothing, ({ project }) => {
      mustBeRunning(project)
      return rolesOf(project.ref)
    })

    mount(app, getSchemaCatalogue, gates.project(needs.readWithSql), async ({ project }) => {
      mustBeRunning(project)
      return Readable.from(await schemaCatalogue(lookUp, project.ref))
    })

    mount(app, listActivity, changesNothing, async ({ project, query }) => {
      mustBeRunning(project)
      return activity.list(project.ref, await databaseOf(project.ref, query.database))
    })

    mount(app, endActivity, changesNothing, async ({ project, params, query, body }) => {
      mustBeRunning(project)
      const database = await databaseOf(project.ref, query.database)
      const isDone = await activity.end(project.ref, database, params.pid, body)
      if (!isDone) throw notFound('Query', String(params.pid))
      return { done: true as const }
    })

    mount(app, listRunningQueries, gates.project(needs.readWithSql), ({ project }) => running.of(project.ref))

    mount(app, cancelQuery, gates.project(needs.readWithSql), async ({ project, caller, allows, params }) => {
      const query =
        running.of(project.ref).find(({ id }) => id === params.id) ?? waiting.find(project.ref, params.id)
      if (query && query.started_by !== caller.email && !allows(needs.runAnySql))
        throw new AppError('forbidden', 'Your role can cancel only your own queries')
      const isCancelled =
        (await running.cancel(project.ref, params.id)) || waiting.cancel(project.ref, params.id)
      if (!isCancelled) throw notFound('Query', params.id)
      return { done: true as const }
    })
  }

function mustBeSingleStatement(text: string, advice: string) {
  if (splitStatements(text).length !== 1) throw new AppError('validation_failed', advice)
}

interface RunInput {
  project: Project
  caller: Caller
  allows: Allows
  body: z.output<typeof QueryText>
}

/** Tools of agents call on behalf of their users. */
const originOf = ({ tokenName }: Caller) =>
  isOwnCall() ? 'agent' : tokenName === undefined ? 'sql_editor' : 'api'

const rightsOf = (allows: Allows): SqlRights => (allows(needs.runAnySql) ? 'everything' : 'read')

function mustBeRunning({ status }: Project) {
  if (can('query', status)) return
  const advice = can('restore', status) ? ' Restore it to run queries.' : ''
  throw new AppError('instance_unavailable', `${statusLabels[status]}.${advice}`)
}
