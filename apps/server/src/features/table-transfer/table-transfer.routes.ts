import { Readable } from 'node:stream'
import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  cancelImport,
  exportTable,
  finishImport,
  sendImportPart,
  startImport,
} from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { IMPORT_PART_BYTES } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { ImportEvent } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { attachment } from '../../http/attachment.ts'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import type { Caller, Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { ResolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import { ChunkPool } from '../../platform/result-files/chunk-pool.ts'
import type { ExportService } from './exports/export.service.ts'
import type { RunningImports } from './imports/running-imports.ts'

export interface TransferRoutesDeps {
  gates: Gates
  exports: ExportService
  imports: RunningImports
  databaseOf: ResolveDatabase
  /** Counts a call and what it sends. */
  meter(project: Project, userId: string, reply: FastifyReply): void
}

export const tableTransferRoutes =
  ({ gates, exports, imports, meter, databaseOf }: TransferRoutesDeps) =>
  async (app: FastifyInstance) => {
    mount(app, exportTable, gates.project(needs.readWithSql), async (input, _request, reply) => {
      const { project, caller, params, body } = input
      meter(project, caller.userId, reply)
      const database = await databaseOf(project.ref, body.database)
      const { name, content } = await exports.open(
        {
          ...memberCall(input, reply, { ...body, database }),
          oid: params.oid,
          chunks: new ChunkPool(reply.raw),
        },
        body,
      )
      reply.header('content-disposition', attachment(name))
      return Readable.from(content, { highWaterMark: 1 })
    })

    const writes = gates.project(needs.runAnySql)
    const ownerOf = ({ project, caller }: { project: Project; caller: Caller }) => ({
      ref: project.ref,
      userId: caller.userId,
      email: caller.email,
    })

    mount(app, startImport, writes, (input, _request, reply) => {
      const { project, caller, body } = input
      meter(project, caller.userId, reply)
      const { member, signal } = memberCall(input, reply, body)
      return imports.start(ownerOf(input), member, body, signal)
    })

    app.addContentTypeParser('application/octet-stream', async (_request: unknown, payload: Readable) =>
      partOf(payload),
    )
    mount(app, sendImportPart, writes, async (input, request) => {
      const { params } = input
      const run = imports.get(params.id, ownerOf(input))
      // The contract describes JSON bodies only.
      const part: unknown = request.body
      if (!(part instanceof ImportPart))
        throw new AppError('unsupported_media_type', 'Send rows as application/octet-stream')
      await run.receive(params.part, part.chunks)
      return { bytes: part.bytes }
    })

    mount(app, finishImport, writes, async (input, request, reply) => {
      const { params, body } = input
      const run = imports.get(params.id, ownerOf(input))
      disconnectSignal(reply).addEventListener('abort', () => run.stop(), { once: true })
      const events = run.finish(body.parts, body.bad_lines)
      // Errors until the first event are the response.
      const first = await events.next()
      return Readable.from(linesOf(first, events, request.log), { highWaterMark: 1 })
    })

    mount(app, cancelImport, writes, async (input) => {
      const run = imports.get(input.params.id, ownerOf(input))
      run.stop()
      await run.over
      return done
    })
  }

/** A whole part, as it arrived: joining its chunks and copying them again made the garbage collector take half of the time. */
class ImportPart {
  readonly chunks: readonly Buffer[]
  readonly bytes: number

  constructor(chunks: readonly Buffer[], bytes: number) {
    this.chunks = chunks
    this.bytes = bytes
  }
}

/** Throws `too_large` once more has arrived than a part may have. */
async function partOf(payload: Readable) {
  const chunks: Buffer[] = []
  let bytes = 0
  // The connection stays, for the answer.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > IMPORT_PART_BYTES) throw new AppError('too_large', 'The request body is too large')
  }
  return new ImportPart(chunks, bytes)
}

async function* linesOf(
  first: IteratorResult<ImportEvent>,
  events: AsyncGenerator<ImportEvent>,
  log: FastifyBaseLogger,
) {
  try {
    for (let event = first; !event.done; event = await events.next()) yield `${JSON.stringify(event.value)}\n`
  } catch (error) {
    log.error({ err: error }, 'An import failed')
    const failed: ImportEvent = {
      type: 'failed',
      code: 'internal',
      message: 'Something went wrong on the server. Nothing was imported.',
    }
    yield `${JSON.stringify(failed)}\n`
  }
}
