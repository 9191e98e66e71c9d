import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import type { ListedEnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { AnnounceTables } from '../../platform/announce-tables.ts'
import { enumeratedTypeKind, enumeratedTypeLists } from './enumerated-types/enumerated-type-kind.ts'
import type { ObjectChanges } from './object-changes.service.ts'
import type { ObjectReads } from './object-reads.ts'

interface Deps {
  gates: Gates
  announce: AnnounceTables
  reads: ObjectReads
  changes: ObjectChanges
}

export const databaseObjectsRoutes =
  ({ gates, announce, reads, changes }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.readWithSql)

    mount(app, listEnumeratedTypes, mayRead, (input, _request, reply) =>
      reads.list<ListedEnumeratedType, 'name'>(memberCall(input, reply), enumeratedTypeLists, input.query),
    )

    mount(app, readEnumeratedType, mayRead, (input, _request, reply) =>
      reads.one(memberCall(input, reply), enumeratedTypeKind, input.params.oid),
    )

    mount(app, planObjectChange, mayRead, (input, _request, reply) =>
      changes.plan(memberCall(input, reply), input.body),
    )

    mount(app, applyObjectChange, gates.project(needs.runAnySql), async (input, _request, reply) => {
      const result = await changes.apply(memberCall(input, reply), input.body)
      // Tables may have lost columns, and forms of tables list types.
      await announce(input.project.ref, null)
      return result
    })
  }
