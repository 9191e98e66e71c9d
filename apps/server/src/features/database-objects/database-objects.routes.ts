import { functionLanguages, triggerFunctions } from '@basalt/catalog/database-objects/functions.ts'
import { roleConnections } from '@basalt/catalog/database-objects/roles.ts'
import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import {
  checkDatabaseFunction,
  listDatabaseFunctions,
  listFunctionLanguages,
  listTriggerFunctions,
  readDatabaseFunction,
} from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import {
  listPolicyTables,
  readPolicy,
} from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import {
  countRoleConnections,
  listManagedRoles,
  readManagedRole,
} from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import type { RoleConnections } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { listTables } from '@basalt/contract/database-objects/tables/tables.endpoints.ts'
import type { ListedTable, TableListQuery } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import {
  listDatabaseTriggers,
  readDatabaseTrigger,
} from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import type { AnyEndpoint, Output, Parsed } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { AnnounceTables } from '../../platform/announce-tables.ts'
import type { ObjectChanges } from './object-changes.service.ts'
import type { FoundObject, ListQuery, NamedDraft, ObjectKind } from './object-kind.ts'
import { objectKinds } from './object-kinds.ts'
import { type ObjectReads, plain } from './object-reads.ts'
import { tableLists } from './tables/table-lists.ts'

type QueryOf<Listing> = Parsed<Listing> extends { query: infer Query extends ListQuery } ? Query : never

/** The kind whose lists and objects are what these endpoints answer. */
type KindOf<Listing, Reading> =
  Output<Reading> extends FoundObject<infer Draft extends NamedDraft>
    ? ObjectKind<Draft, Output<Reading>, QueryOf<Listing>>
    : never

type MemberInput = Parameters<typeof memberCall>[0]

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

    /** The list of a kind, and one of its objects. */
    const mountKind = <Listing extends AnyEndpoint, Reading extends AnyEndpoint>(
      kind: KindOf<Listing, Reading>,
      listing: Listing,
      reading: Reading,
    ) => {
      mount<AnyEndpoint, MemberInput>(app, listing, mayRead, (input, _request, reply) =>
        reads.list(
          memberCall(input, reply),
          kind.lists,
          (input as unknown as { query: QueryOf<Listing> }).query,
        ),
      )
      mount<AnyEndpoint, MemberInput>(app, reading, mayRead, (input, _request, reply) =>
        reads.one(
          memberCall(input, reply),
          kind,
          (input as unknown as { params: { oid: number } }).params.oid,
        ),
      )
    }

    mountKind(objectKinds.enumerated_type, listEnumeratedTypes, readEnumeratedType)
    mountKind(objectKinds.policy, listPolicyTables, readPolicy)
    mountKind(objectKinds.role, listManagedRoles, readManagedRole)

    mount(app, countRoleConnections, mayRead, (input, _request, reply) =>
      reads.rows(memberCall(input, reply), async (run) => {
        const [[json] = []] = await run(plain(roleConnections))
        return JSON.parse(json!) as RoleConnections
      }),
    )
    mountKind(objectKinds.function, listDatabaseFunctions, readDatabaseFunction)
    mountKind(objectKinds.trigger, listDatabaseTriggers, readDatabaseTrigger)

    mount(app, listFunctionLanguages, mayRead, (input, _request, reply) =>
      reads.rows(memberCall(input, reply), async (run) =>
        (await run(plain(functionLanguages))).map(([name]) => name!),
      ),
    )

    mount(app, listTriggerFunctions, mayRead, (input, _request, reply) =>
      reads.rows(memberCall(input, reply), async (run) =>
        (await run(plain(triggerFunctions(input.query.returns)))).map(([schema, name]) => ({
          schema: schema!,
          name: name!,
        })),
      ),
    )

    mount(app, checkDatabaseFunction, gates.project(needs.runAnySql), async (input, _request, reply) => ({
      problem: (await changes.check(memberCall(input, reply), input.body)) ?? null,
    }))

    // Changes of tables are those of the table editor.
    mount(app, listTables, mayRead, (input, _request, reply) =>
      reads.list<ListedTable, TableListQuery>(memberCall(input, reply), tableLists, input.query),
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
