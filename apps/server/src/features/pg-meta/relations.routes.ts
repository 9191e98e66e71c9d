import { metaColumns } from '@basalt/catalog/pg-meta/columns.ts'
import { metaIndexes } from '@basalt/catalog/pg-meta/indexes.ts'
import { metaTables } from '@basalt/catalog/pg-meta/tables.ts'
import { metaForeignTables, metaMaterializedViews, metaViews } from '@basalt/catalog/pg-meta/views.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getMetaColumn,
  getMetaForeignTable,
  getMetaIndex,
  getMetaMaterializedView,
  getMetaTable,
  getMetaView,
  listMetaColumns,
  listMetaForeignTables,
  listMetaIndexes,
  listMetaMaterializedViews,
  listMetaTables,
  listMetaViews,
} from '@basalt/contract/pg-meta/relations.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { CatalogAnswers } from './catalog-answers.ts'
import { selectionOf } from './selection.ts'

interface Deps {
  gates: Gates
  answers: CatalogAnswers
}

/** Tables, views and what belongs to them. */
export const relationsRoutes =
  ({ gates, answers }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, listMetaTables, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaTables({ ...selectionOf(input.query), withColumns: input.query.include_columns }),
      ),
    )

    mount(app, getMetaTable, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaTables({ id: input.params.oid, withColumns: true }),
        'Table',
        input.params.oid,
      ),
    )

    mount(app, listMetaViews, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaViews({ ...selectionOf(input.query), withColumns: input.query.include_columns }),
      ),
    )

    mount(app, getMetaView, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaViews({ id: input.params.oid, withColumns: true }),
        'View',
        input.params.oid,
      ),
    )

    mount(app, listMetaMaterializedViews, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaMaterializedViews({ ...selectionOf(input.query), withColumns: input.query.include_columns }),
      ),
    )

    mount(app, getMetaMaterializedView, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaMaterializedViews({ id: input.params.oid, withColumns: true }),
        'Materialized view',
        input.params.oid,
      ),
    )

    mount(app, listMetaForeignTables, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaForeignTables({ ...selectionOf(input.query), withColumns: input.query.include_columns }),
      ),
    )

    mount(app, getMetaForeignTable, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaForeignTables({ id: input.params.oid, withColumns: true }),
        'Foreign table',
        input.params.oid,
      ),
    )

    mount(app, listMetaColumns, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaColumns(selectionOf(input.query))),
    )

    mount(app, getMetaColumn, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaColumns({ column: columnOf(input.params.column) }),
        'Column',
        input.params.column,
      ),
    )

    mount(app, listMetaIndexes, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaIndexes(selectionOf(input.query))),
    )

    mount(app, getMetaIndex, reads, (input, _request, reply) =>
      answers.one(memberCall(input, reply), metaIndexes({ id: input.params.oid }), 'Index', input.params.oid),
    )
  }

const columnOf = (id: string) => {
  const [relation, number] = id.split('.').map(Number)
  return { relation: relation!, number: number! }
}
