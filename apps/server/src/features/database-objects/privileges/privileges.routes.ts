import {
  columnPrivilegesOf,
  defaultPrivileges,
  roleExists,
  schemaPrivilegeLists,
  tablePrivilegeLists,
} from '@basalt/catalog/database-objects/privileges.ts'
import {
  applyPrivilegeChanges,
  listDefaultPrivileges,
  listPrivilegesOnColumns,
  listPrivilegesOnSchemas,
  listPrivilegesOnTables,
  planPrivilegeChanges,
} from '@basalt/contract/database-objects/privileges/privileges.endpoints.ts'
import {
  columnPrivileges,
  schemaPrivileges,
  tablePrivileges,
} from '@basalt/contract/database-objects/privileges/privileges.rules.ts'
import type {
  DefaultPrivilege,
  PrivilegesOnColumns,
  PrivilegesOnTable,
  SchemaPrivilegeQuery,
  TablePrivilegeQuery,
} from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../http/app-error.ts'
import type { Gates } from '../../../http/gate.ts'
import { type MemberCall, memberCall } from '../../../http/member-call.ts'
import { mount } from '../../../http/mount.ts'
import type { AnnounceTables } from '../../../platform/announce-tables.ts'
import { type ObjectReads, plain } from '../object-reads.ts'
import { type privilegeChanges, privilegePlan } from './privilege-changes.ts'

interface Deps {
  gates: Gates
  announce: AnnounceTables
  reads: ObjectReads
  apply: ReturnType<typeof privilegeChanges>
}

export const privilegeRoutes =
  ({ gates, announce, reads, apply }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.readWithSql)
    const tables = tablePrivilegeLists(tablePrivileges)
    const schemas = schemaPrivilegeLists(schemaPrivileges)
    /** Throws `not_found`. */
    const mustExist = (call: MemberCall, role: string) =>
      reads.rows(call, async (run) => {
        if ((await run(plain(roleExists(role)))).length === 0) throw notFound('Role', role)
      })

    mount(app, listPrivilegesOnTables, mayRead, async (input, _request, reply) => {
      const call = memberCall(input, reply)
      await mustExist(call, input.query.role)
      return reads.list<PrivilegesOnTable, TablePrivilegeQuery>(call, tables, input.query)
    })

    mount(app, listPrivilegesOnSchemas, mayRead, async (input, _request, reply) => {
      const call = memberCall(input, reply)
      await mustExist(call, input.query.role)
      return reads.list<PrivilegesOnTable, SchemaPrivilegeQuery>(call, schemas, input.query)
    })

    mount(app, listPrivilegesOnColumns, mayRead, async (input, _request, reply) => {
      const call = memberCall(input, reply)
      const { table, role } = input.query
      await mustExist(call, role)
      return reads.rows(call, async (run) => {
        const [[json] = []] = await run(plain(columnPrivilegesOf(table, role, columnPrivileges)))
        if (!json) throw notFound('Table', String(table))
        return JSON.parse(json) as PrivilegesOnColumns
      })
    })

    mount(app, listDefaultPrivileges, mayRead, (input, _request, reply) =>
      reads.rows(memberCall(input, reply), async (run) =>
        (await run(plain(defaultPrivileges))).map(([json]) => JSON.parse(json!) as DefaultPrivilege),
      ),
    )

    mount(app, planPrivilegeChanges, mayRead, async ({ body }) => privilegePlan(body))

    mount(app, applyPrivilegeChanges, gates.project(needs.runAnySql), async (input, _request, reply) => {
      const plan = await apply(memberCall(input, reply), input.body)
      await announce(input.project.ref, null)
      return plan
    })
  }
