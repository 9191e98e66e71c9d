import { EXTENSION_LIST } from '@basalt/catalog/database-objects/extensions.ts'
import { functionLanguages, triggerFunctions } from '@basalt/catalog/database-objects/functions.ts'
import { INDEX_BUILDS, indexChoices } from '@basalt/catalog/database-objects/indexes.ts'
import { roleConnections } from '@basalt/catalog/database-objects/roles.ts'
import { schemaCount, schemaList } from '@basalt/catalog/database-objects/schemas.ts'
import {
  listCompositeTypes,
  readCompositeType,
} from '@basalt/contract/database-objects/composite-types/composite-types.endpoints.ts'
import { listDomains, readDomain } from '@basalt/contract/database-objects/domains/domains.endpoints.ts'
import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import {
  listEventTriggers,
  readEventTrigger,
} from '@basalt/contract/database-objects/event-triggers/event-triggers.endpoints.ts'
import {
  listAvailableExtensions,
  readExtension,
} from '@basalt/contract/database-objects/extensions/extensions.endpoints.ts'
import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import {
  checkDatabaseFunction,
  listDatabaseFunctions,
  listFunctionLanguages,
  listTriggerFunctions,
  readDatabaseFunction,
} from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import {
  listIndexBuilds,
  listIndexChoices,
  listSchemaIndexes,
  readIndex,
} from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import type { IndexBuild, IndexChoices } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import {
  listPolicyTables,
  readPolicy,
} from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import {
  listDatabasePublications,
  readPublication,
} from '@basalt/contract/database-objects/publications/publications.endpoints.ts'
import {
  countRoleConnections,
  listManagedRoles,
  readManagedRole,
} from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import type { RoleConnections } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { listDatabaseSchemas } from '@basalt/contract/database-objects/schemas/schemas.endpoints.ts'
import type {
  ListedSchema,
  SchemaListQuery,
} from '@basalt/contract/database-objects/schemas/schemas.schema.ts'
import { listTables } from '@basalt/contract/database-objects/tables/tables.endpoints.ts'
import type { ListedTable, TableListQuery } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import {
  listDatabaseTriggers,
  readDatabaseTrigger,
} from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import type { AnyEndpoint, Output, Parsed } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import type { AnnounceTables } from '../../platform/announce-tables.ts'
import type { Rows, RowsIfAwake } from '../../platform/project-databases/as-owner.ts'
import type { ObjectChanges } from './object-changes.service.ts'
import type { FoundObject, ListQuery, NamedDraft, ObjectKind } from './object-kind.ts'
import { objectKinds } from './object-kinds.ts'
import { type ObjectReads, plain } from './object-reads.ts'
import type { OutsideChanges } from './outside-changes.service.ts'
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
  rows: Rows
  rowsIfAwake: RowsIfAwake
  outside: Pick<OutsideChanges, 'failuresOf'>
}

export const databaseObjectsRoutes =
  ({ gates, announce, reads, changes, rows, rowsIfAwake, outside }: Deps) =>
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
    mountKind(objectKinds.composite_type, listCompositeTypes, readCompositeType)
    mountKind(objectKinds.domain, listDomains, readDomain)
    mount(app, listAvailableExtensions, mayRead, ({ project }) =>
      rows<AvailableExtension>(project.ref, EXTENSION_LIST),
    )

    mount(app, readExtension, mayRead, (input, _request, reply) =>
      reads.one(memberCall(input, reply), objectKinds.extension, input.params.oid),
    )

    mountKind(objectKinds.index, listSchemaIndexes, readIndex)
    mountKind(objectKinds.publication, listDatabasePublications, readPublication)

    mount(app, listIndexChoices, mayRead, (input, _request, reply) =>
      reads.json<IndexChoices>(memberCall(input, reply), indexChoices(input.query.schema, input.query.table)),
    )

    mount(app, listIndexBuilds, mayRead, async ({ project: { ref } }) => {
      const builds = (await rowsIfAwake<IndexBuild>(ref, INDEX_BUILDS)) ?? []
      return {
        builds: builds.map(({ index_id, ...build }) => ({
          ...build,
          sql: withoutSecrets(build.sql),
          index_id: Number(index_id) || null,
          waits_for: build.waits_for.map((session) => ({
            ...session,
            query: session.query === null ? null : withoutSecrets(session.query),
          })),
        })),
        failures: outside.failuresOf(ref),
      }
    })
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
    mountKind(objectKinds.event_trigger, listEventTriggers, readEventTrigger)

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

    // The table editor creates them.
    mount(app, listDatabaseSchemas, mayRead, (input, _request, reply) =>
      reads.list<ListedSchema, SchemaListQuery>(
        memberCall(input, reply),
        { page: schemaList, count: schemaCount },
        input.query,
      ),
    )

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
