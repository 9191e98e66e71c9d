import type { Amr } from './access-tokens.ts'
import type { AuditOfCall } from './audit-entries.ts'
import { jsonRows } from './user-record.ts'

/** A session as its tokens need it. */
export interface SessionState {
  id: string
  aal: string | null
  /** How often it was renewed. */
  counter: number
  amr: Amr[]
}

/** The claim `amr` of a session as JSON in SQL, newest first. */
export const amrOf = (session: string) =>
  jsonRows(`select json_build_object(
      'method', a.authentication_method, 'timestamp', extract(epoch from a.updated_at)::bigint)
    from auth.mfa_amr_claims a where a.session_id = ${session} order by a.updated_at desc`)

/** Where a request comes from, and where its entries of the audit log go. */
export interface Client {
  /** The address of this API, which issues the tokens. */
  issuer: string
  ip: string
  userAgent: string | undefined
  audit: AuditOfCall
}
