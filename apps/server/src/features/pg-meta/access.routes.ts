import { metaPolicies } from '@basalt/catalog/pg-meta/policies.ts'
import { metaColumnPrivileges, metaTablePrivileges } from '@basalt/catalog/pg-meta/privileges.ts'
import { metaRoles } from '@basalt/catalog/pg-meta/roles.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getMetaPolicy,
  getMetaRole,
  listMetaColumnPrivileges,
  listMetaPolicies,
  listMetaRoles,
  listMetaTablePrivileges,
} from '@basalt/contract/pg-meta/access.endpoints.ts'
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

/** Who may do what. */
export const accessRoutes =
  ({ gates, answers }: Deps) =>
  async (app: FastifyInstance) => {
    const reads = gates.project(needs.readWithSql)

    mount(app, listMetaRoles, reads, (input, _request, reply) =>
      answers.list(
        memberCall(input, reply),
        metaRoles({ ...selectionOf(input.query), withPredefined: input.query.include_default_roles }),
      ),
    )

    mount(app, getMetaRole, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaRoles({ id: input.params.oid, withPredefined: true }),
        'Role',
        input.params.oid,
      ),
    )

    mount(app, listMetaPolicies, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaPolicies(selectionOf(input.query))),
    )

    mount(app, getMetaPolicy, reads, (input, _request, reply) =>
      answers.one(
        memberCall(input, reply),
        metaPolicies({ id: input.params.oid }),
        'Policy',
        input.params.oid,
      ),
    )

    mount(app, listMetaTablePrivileges, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaTablePrivileges(selectionOf(input.query))),
    )

    mount(app, listMetaColumnPrivileges, reads, (input, _request, reply) =>
      answers.list(memberCall(input, reply), metaColumnPrivileges(selectionOf(input.query))),
    )
  }
