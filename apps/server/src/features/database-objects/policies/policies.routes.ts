import { policiesOfTable, tableExists } from '@basalt/catalog/database-objects/policies.ts'
import {
  checkPolicy,
  listPoliciesOfTable,
  tryReading,
  tryWriting,
} from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import type { ListedPolicy } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../http/app-error.ts'
import type { Gates } from '../../../http/gate.ts'
import { memberCall } from '../../../http/member-call.ts'
import { mount } from '../../../http/mount.ts'
import type { MemberTransaction } from '../../../platform/project-databases/sql/member-transaction.ts'
import { type ObjectReads, plain } from '../object-reads.ts'
import { policyChecks } from './policy-checks.ts'
import { policyTrials } from './policy-trials.ts'

interface Deps {
  gates: Gates
  reads: ObjectReads
  transaction: MemberTransaction
}

export const policyRoutes =
  ({ gates, reads, transaction }: Deps) =>
  async (app: FastifyInstance) => {
    const mayRead = gates.project(needs.readWithSql)
    // A trial shows rows past row level security, and runs statements as other roles.
    const mayTry = gates.project(needs.runAnySql)
    const check = policyChecks(transaction)
    const trials = policyTrials(transaction)

    mount(app, listPoliciesOfTable, mayRead, (input, _request, reply) =>
      reads.rows(memberCall(input, reply), async (run) => {
        const { after, limit } = input.query
        const found = await run(plain(policiesOfTable(input.params.oid, { after, limit })))
        if (found.length === 0 && (await run(plain(tableExists(input.params.oid)))).length === 0)
          throw notFound('Table', String(input.params.oid))
        const policies = found.slice(0, limit).map(([json]) => JSON.parse(json!) as ListedPolicy)
        return { policies, has_more: found.length > limit }
      }),
    )

    mount(app, checkPolicy, mayRead, (input, _request, reply) => check(memberCall(input, reply), input.body))

    mount(app, tryReading, mayTry, (input, _request, reply) =>
      trials.read(memberCall(input, reply), input.body),
    )

    mount(app, tryWriting, mayTry, (input, _request, reply) =>
      trials.write(memberCall(input, reply), input.body),
    )
  }
