import type { Needs } from '../permissions/need.rules.ts'

export const auditNeeds = {
  seeAudit: { action: 'audit:Read', resource: 'audit_logs', to: 'read the audit log' },
} as const satisfies Needs
