import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  countRows,
  deleteMatchingRows,
  describeEntity,
  listEntities,
  listRows,
  previewEdits,
  readCell,
  saveEdits,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { earlyRead } from '../../http/early-read.ts'
import type { Allows, Gates } from '../../http/gate.ts'
import { type ActingAs, memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { ResolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import type { EntityStore } from './entities.store.ts'
import type { GridService } from './grid.service.ts'
import type { GridCall } from './grid-relations.ts'

interface Deps {
  gates: Gates
  entities: EntityStore
  grid: GridService
  databaseOf: ResolveDatabase
}

interface Input {
  readonly project: { readonly ref: string }
  readonly params: { readonly oid: number }
  readonly caller: { readonly userId: string; readonly email: string }
  readonly allows: Allows
  readonly confirmed?: Promise<void>
}

export const tableEditorRoutes =
  ({ gates, entities, grid, databaseOf }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)
    const readsEarly = gates.projectEarly(needs.readWithSql)
    /** A read, which a replica may answer. */
    const readOf = async (input: Input, acting: ActingAs, reply: FastifyReply) =>
      callOf(input, { ...acting, database: await databaseOf(input.project.ref, acting.database) }, reply)

    mount(app, listEntities, reads, ({ project, query }) => entities.page(project.ref, query))

    mount(
      app,
      describeEntity,
      readsEarly,
      earlyRead(async (input, _request, reply) => grid.describe(await readOf(input, input.query, reply))),
    )

    mount(
      app,
      listRows,
      readsEarly,
      earlyRead(async (input, _request, reply) => {
        const page = await grid.rows(await readOf(input, input.query, reply), input.query)
        // Its type says what it has. Looking into each of many thousand cells once more takes longer than writing them.
        reply.serializer(JSON.stringify)
        return page
      }),
    )

    mount(app, countRows, reads, async (input, _request, reply) =>
      grid.count(await readOf(input, input.query, reply), input.query.filter, input.query.exact),
    )

    mount(app, readCell, reads, async (input, _request, reply) =>
      grid.cell(await readOf(input, input.body, reply), input.body.row, input.body.column),
    )

    mount(app, saveEdits, gates.project(needs.runAnySql), async (input, _request, reply) => ({
      results: await grid.save(callOf(input, input.body, reply), input.body.edits, input.body.save_id),
    }))

    mount(app, deleteMatchingRows, gates.project(needs.runAnySql), (input, _request, reply) =>
      grid.deleteMatching(callOf(input, input.body, reply), input.body.filter),
    )

    mount(app, previewEdits, reads, async (input, _request, reply) => ({
      sql: await grid.preview(callOf(input, input.body, reply), input.body.edits),
    }))
  }

const callOf = (input: Input, acting: ActingAs, reply: FastifyReply): GridCall => ({
  ...memberCall(input, reply, acting),
  oid: input.params.oid,
})
