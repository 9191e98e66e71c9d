import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { AuditLog } from './audit-log.ts'

interface Needs {
  auditLog: AuditLog
  /** All mounted endpoints. */
  endpoints(): readonly AnyEndpoint[]
}

/** The audit log. The server records calls from its first request on. */
export const auditSlice = ({ gates }: Platform, { auditLog, endpoints }: Needs): Slice => ({
  routes: (app) => app.register(auditLog.routes({ gates, endpoints })),
  close: auditLog.flush,
  jobs: [
    {
      name: 'audit-log-retention',
      title: 'Delete expired audit log entries',
      schedule: every({ hours: 1 }),
      run: auditLog.prune,
    },
  ],
})
