import { ACCOUNT_AUDIT_RETENTION_DAYS } from '@basalt/contract/audit/audit.rules.ts'
import { AuditLog } from './AuditLog.tsx'
import type { AuditSearch } from './audit-filter.rules.ts'

/** The audit log of the user's account. */
export function AccountAudit(props: { search: AuditSearch; onSearchChange: (search: AuditSearch) => void }) {
  return (
    <AuditLog
      subject="account"
      description={
        <>
          <h2 className="font-semibold text-base">Audit log</h2>
          <p className="mt-0.5 text-ink-muted text-sm">
            Your changes and the sign-in attempts to your account in the last {ACCOUNT_AUDIT_RETENTION_DAYS}{' '}
            days.
          </p>
        </>
      }
      {...props}
    />
  )
}
