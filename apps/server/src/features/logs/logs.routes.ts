import { Readable } from 'node:stream'
import type { LogScope } from '@basalt/contract/logs/log-limits.rules.ts'
import {
  exportLogsCsv,
  exportLogsLines,
  getLogEvent,
  getLogHistogram,
  listLogEvents,
  queryLogs,
  runLogQuery,
} from '@basalt/contract/logs/logs.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { csvOf, linesOf } from './exported-events.ts'
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
    const send = async (
      reply: FastifyReply,
      { source, extension }: { source: LogScope; extension: string },
      file: () => Promise<AsyncIterable<string>>,
    ) => {
      // Browsers send a HEAD request first, for which nothing is read.
      if (reply.request.raw.method === 'HEAD') return reply.send()
      const content = await file()
      reply.header('content-disposition', `attachment; filename="${source}.${extension}"`)
      return Readable.from(content)
    }
    mount(app, exportLogsCsv, readers, ({ project, params: { source }, query }, _request, reply) =>
      send(reply, { source, extension: 'csv' }, async () =>
        csvOf(source, await logs.exported(project.ref, source, query)),
      ),
    )
    mount(app, exportLogsLines, readers, ({ project, params: { source }, query }, _request, reply) =>
      send(reply, { source, extension: 'jsonl' }, async () =>
        linesOf(await logs.exported(project.ref, source, query)),
      ),
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
