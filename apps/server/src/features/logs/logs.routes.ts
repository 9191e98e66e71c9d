import {
  getLogEvent,
  getLogHistogram,
  listLogEvents,
  queryLogs,
  runLogQuery,
} from '@basalt/contract/logs/logs.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { LogsService } from './logs.service.ts'

/** The logs of a project, for its members. */
export const logsRoutes =
  ({ gates, logs }: { gates: Gates; logs: LogsService }) =>
  async (app: FastifyInstance) => {
    const readers = gates.project(needs.readLogs)
    mount(app, listLogEvents, readers, ({ project, params, query }) =>
      logs.page(project.ref, params.source, query),
    )
    mount(app, getLogHistogram, readers, ({ project, params, query }) =>
      logs.histogram(project.ref, params.source, query),
    )
    mount(app, getLogEvent, readers, ({ project, params }) =>
      logs.event(project.ref, params.source, params.id),
    )
    mount(app, runLogQuery, readers, ({ project, body: { sql, ...times } }) =>
      logs.query(project.ref, sql, times),
    )
    mount(app, queryLogs, readers, async ({ project, query }) => ({
      result: await logs.objects(project.ref, query.sql, {
        from: query.iso_timestamp_start,
        to: query.iso_timestamp_end,
      }),
    }))
  }
