import type { AuditCaller } from '@basalt/contract/audit/audit.rules.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    audit_entries: {
      id: Generated<string>
      at: Timestamp
      user_id: string | null
      email: string | null
      caller: AuditCaller
      token_name: string | null
      action: string
      title: string
      organization_id: string | null
      project_ref: string | null
      project_name: string | null
      details: JSONColumnType<Record<string, unknown>>
      address: string
      user_agent: string
      status: number
      code: string | null
      request_id: string
    }
  }
}
