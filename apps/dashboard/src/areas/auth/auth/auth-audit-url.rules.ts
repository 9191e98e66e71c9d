import { type AuthAuditAction, auditActions } from '@basalt/contract/auth/auth-audit.rules.ts'
import { aTextUpTo, oneOf } from '../../../lib/shape.ts'

const SEARCH_MAX = 255

/** The search parameters of the page. */
export const authAuditSearch = { search: aTextUpTo(SEARCH_MAX), action: oneOf(auditActions) }

export interface AuthAuditSearch {
  search?: string | undefined
  action?: AuthAuditAction | undefined
}
