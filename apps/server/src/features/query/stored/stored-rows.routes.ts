import { PassThrough, Readable } from 'node:stream'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  exportStoredRows,
  readStoredRows,
  sampleStoredRows,
  viewStoredRows,
} from '@basalt/contract/query/stored-rows.endpoints.ts'
import type { StoredViewEvent } from '@basalt/contract/query/stored-rows.schema.ts'
import { fileExtension } from '@basalt/sql/result-formats.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import { disconnectSignal } from '../../../http/client-disconnect.ts'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import type { StoredRows } from './stored-rows.ts'

/** Stored rows of a query, for its author: read in parts, sorted and filtered, or exported as text. */
export const storedRowsRoutes =
  ({ gates, stored }: { gates: Gates; stored: StoredRows }) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.readWithSql)
    app.addHook('onClose', stored.close)

    mount(app, readStoredRows, gate, async ({ project, caller, params, query }) => {
      const result = stored.find(project.ref, caller.email, params.id)
      return { rows: await result.read(query.view, query.from, query.count) }
    })

    mount(app, viewStoredRows, gate, ({ project, caller, params, body }, request, reply) => {
      const result = stored.find(project.ref, caller.email, params.id)
      result.mustBeReady(body)
      const lines = new PassThrough()
      const send = (event: StoredViewEvent) => void lines.write(`${JSON.stringify(event)}\n`)
      void result
        .view(body, disconnectSignal(reply), (part) => send({ type: 'progress', part }))
        .then((view) => view && send({ type: 'view', ...view }))
        .catch((error: unknown) => {
          const isKnown = error instanceof AppError
          if (!isKnown) request.log.error({ err: error }, 'Computing a view failed')
          const { code, message } = isKnown
            ? error
            : { code: 'internal', message: 'Something went wrong on the server' }
          send({ type: 'error', code, message })
        })
        .finally(() => lines.end())
      return lines
    })

    mount(app, sampleStoredRows, gate, ({ project, caller, params, query }) =>
      stored.find(project.ref, caller.email, params.id).sample(query.view, query.rows, query.columns),
    )

    mount(app, exportStoredRows, gate, ({ project, caller, params, query }, _request, reply) => {
      const text = stored.find(project.ref, caller.email, params.id).text(query)
      reply.header(
        'content-disposition',
        `attachment; filename="query-result.${fileExtension(query.format)}"`,
      )
      return Readable.from(text, { highWaterMark: 1 })
    })
  }
