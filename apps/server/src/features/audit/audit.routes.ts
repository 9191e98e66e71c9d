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
  /** Everything that the server answers. */
  endpoints(): readonly AnyEndpoint[]
  /** Waits for what is still to be written, so that who reads finds what they did just before. */
  settle(): Promise<void>
  now: () => Date
}

export const auditRoutes =
  ({ gates, store, endpoints, settle, now }: Deps) =>
  async (app: FastifyInstance) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
    const ofOrganization = ({ caller, organization }: { caller: Caller; organization: Organization }) => ({
      readerId: caller.userId,
      organizationId: organization.id,
      since: daysAgo(auditRetentionDays[organization.plan.id]),
    })
    const ofAccount = ({ caller }: { caller: Caller }) => ({
      readerId: caller.userId,
      since: daysAgo(ACCOUNT_AUDIT_RETENTION_DAYS),
    })
    const exported = async (log: AuditLog, filter: AuditFilter, format: Format, reply: FastifyReply) => {
      await settle()
      const name = `audit-${now().toISOString().slice(0, 10)}.${format}`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return Readable.from(written[format](store.all(log, filter)))
    }
    const mayAudit = gates.organization(needs.seeAudit)

    mount(app, listAuditActions, gates.user, () => actionsOf(endpoints()))

    mount(app, listOrganizationAudit, mayAudit, async ({ query, ...asking }) => {
      await settle()
      return store.page(ofOrganization(asking), query)
    })

    mount(app, exportOrganizationAuditCsv, mayAudit, ({ query, ...asking }, _request, reply) =>
      exported(ofOrganization(asking), query, 'csv', reply),
    )

    mount(app, exportOrganizationAuditLines, mayAudit, ({ query, ...asking }, _request, reply) =>
      exported(ofOrganization(asking), query, 'jsonl', reply),
    )

    mount(app, listAccountAudit, gates.user, async ({ query, ...asking }) => {
      await settle()
      return store.page(ofAccount(asking), query)
    })

    mount(app, exportAccountAuditCsv, gates.user, ({ query, ...asking }, _request, reply) =>
      exported(ofAccount(asking), query, 'csv', reply),
    )

    mount(app, exportAccountAuditLines, gates.user, ({ query, ...asking }, _request, reply) =>
      exported(ofAccount(asking), query, 'jsonl', reply),
    )
  }

const written = { csv: auditCsv, jsonl: auditLines }
type Format = keyof typeof written

const actionsOf = (endpoints: readonly AnyEndpoint[]) =>
  endpoints
    .filter(isAudited)
    .map((endpoint) => ({ name: endpoint.name, title: auditTitle(endpoint) }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'))
