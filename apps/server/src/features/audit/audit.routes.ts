import { Readable } from 'node:stream'
import {
  exportAccountAuditCsv,
  exportAccountAuditLines,
  exportOrganizationAuditCsv,
  exportOrganizationAuditLines,
  listAccountAudit,
  listAuditActions,
  listOrganizationAudit,
} from '@basalt/contract/audit/audit.endpoints.ts'
import {
  ACCOUNT_AUDIT_RETENTION_DAYS,
  auditRetentionDays,
  auditTitle,
  isAudited,
} from '@basalt/contract/audit/audit.rules.ts'
import type { AuditFilter } from '@basalt/contract/audit/audit.schema.ts'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Caller, Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { AuditStore } from './audit.store.ts'
import { auditCsv, auditLines } from './audit-export.ts'
import type { AuditLog } from './audit-page.ts'

const DAY_MS = 86_400_000

interface Deps {
  gates: Gates
  store: AuditStore
  /** All mounted endpoints. */
  endpoints(): readonly AnyEndpoint[]
  /** Waits for pending writes, so that readers find what they just did. */
  flush(): Promise<void>
  now: () => Date
}

export const auditRoutes =
  ({ gates, store, endpoints, flush, now }: Deps) =>
  async (app: FastifyInstance) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
    const logOfOrganization = ({ caller, organization }: { caller: Caller; organization: Organization }) => ({
      readerId: caller.userId,
      organizationId: organization.id,
      since: daysAgo(auditRetentionDays[organization.plan.id]),
    })
    const logOfAccount = ({ caller }: { caller: Caller }) => ({
      readerId: caller.userId,
      since: daysAgo(ACCOUNT_AUDIT_RETENTION_DAYS),
    })
    const exportLog = async (log: AuditLog, filter: AuditFilter, format: Format, reply: FastifyReply) => {
      await flush()
      const name = `audit-${now().toISOString().slice(0, 10)}.${format}`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return Readable.from(formats[format](store.all(log, filter)))
    }
    const mayAudit = gates.organization(needs.seeAudit)

    mount(app, listAuditActions, gates.user, () => actionsOf(endpoints()))

    mount(app, listOrganizationAudit, mayAudit, async ({ query, ...context }) => {
      await flush()
      return store.page(logOfOrganization(context), query)
    })

    mount(app, exportOrganizationAuditCsv, mayAudit, ({ query, ...context }, _request, reply) =>
      exportLog(logOfOrganization(context), query, 'csv', reply),
    )

    mount(app, exportOrganizationAuditLines, mayAudit, ({ query, ...context }, _request, reply) =>
      exportLog(logOfOrganization(context), query, 'jsonl', reply),
    )

    mount(app, listAccountAudit, gates.user, async ({ query, ...context }) => {
      await flush()
      return store.page(logOfAccount(context), query)
    })

    mount(app, exportAccountAuditCsv, gates.user, ({ query, ...context }, _request, reply) =>
      exportLog(logOfAccount(context), query, 'csv', reply),
    )

    mount(app, exportAccountAuditLines, gates.user, ({ query, ...context }, _request, reply) =>
      exportLog(logOfAccount(context), query, 'jsonl', reply),
    )
  }

const formats = { csv: auditCsv, jsonl: auditLines }
type Format = keyof typeof formats

const actionsOf = (endpoints: readonly AnyEndpoint[]) =>
  endpoints
    .filter(isAudited)
    .map((endpoint) => ({ name: endpoint.name, title: auditTitle(endpoint) }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'))
