import { ACCOUNT_AUDIT_RETENTION_DAYS, auditRetentionDays } from '@basalt/contract/audit/audit.rules.ts'
import type { AuditEntry, AuditPage } from '@basalt/contract/audit/audit.schema.ts'
import { planIds } from '@basalt/contract/organizations/organizations.rules.ts'
import { sql } from 'kysely'
import type { AuditRecord } from '../../http/audit-record.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type AuditLog, type AuditPageRequest, auditPage, cursorAfter, toAuditEntry } from './audit-page.ts'

const EXPORT_PAGE = 1_000

export type AuditStore = ReturnType<typeof auditStore>

/** The audit log. Entries are added, read, and deleted after their retention; nothing changes one. */
export function auditStore(metadata: Metadata) {
  const rows = async (log: AuditLog, request: AuditPageRequest) =>
    (await auditPage(log, request).execute(metadata)).rows.map(toAuditEntry)

  return {
    /**
     * Inserts records in order. Looks up what they leave open: the account of an email address, the organization of a slug.
     */
    async insert(records: readonly AuditRecord[]) {
      await sql`
        with entries as (
          select entry.*, coalesce(entry.user_id, (select id from users where lower(users.email) = lower(entry.email))) as account
          from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as entry (
            at timestamptz, user_id uuid, email text, caller text, token_name text, action text, title text,
            organization_id uuid, organization_slug text, project_ref text, project_name text, details jsonb,
            address text, user_agent text, status integer, code text, request_id text)
        )
        insert into audit_entries (at, user_id, email, caller, token_name, action, title, organization_id, project_ref,
          project_name, details, address, user_agent, status, code, request_id)
        select at, account, coalesce(email, (select users.email from users where id = account)), caller, token_name,
          action, title,
          coalesce(organization_id,
            (select organizations.id from organizations
              join members on members.organization_id = organizations.id and members.user_id = account
              where slug = organization_slug),
            (select projects.organization_id from projects where ref = project_ref)),
          project_ref, coalesce(project_name, (select name from projects where ref = project_ref)),
          details, address, user_agent, status, code, request_id
        from entries`.execute(metadata)
    },

    async page(log: AuditLog, request: AuditPageRequest): Promise<AuditPage> {
      const found = await rows(log, { ...request, limit: request.limit + 1 })
      const entries = found.slice(0, request.limit)
      const last = found.length > request.limit ? entries.at(-1) : undefined
      return { entries, next_cursor: last ? cursorAfter(last) : null }
    },

    /** All matching entries, read page by page on demand, without those that are recorded meanwhile. */
    async *all(log: AuditLog, filter: Omit<AuditPageRequest, 'limit'>): AsyncGenerator<AuditEntry> {
      let cursor: string | undefined
      for (;;) {
        const page = await rows(log, { ...filter, cursor, limit: EXPORT_PAGE })
        yield* page
        const last = page.at(-1)
        if (!last || page.length < EXPORT_PAGE) return
        cursor = cursorAfter(last)
      }
    },

    async prune(now: Date) {
      const endOf = (days: number) => new Date(now.getTime() - days * 86_400_000)
      for (const plan of planIds)
        await sql`
          delete from audit_entries where at < ${endOf(auditRetentionDays[plan])}
            and organization_id in (select id from organizations where plan = ${plan})`.execute(metadata)
      await sql`
        delete from audit_entries where at < ${endOf(ACCOUNT_AUDIT_RETENTION_DAYS)} and not exists (
          select from organizations where organizations.id = audit_entries.organization_id)`.execute(metadata)
    },
  }
}
