import { loggedPath } from '@basalt/contract/logs/logged-path.rules.ts'
import type { LogEvent } from '@basalt/log-store/log-event.ts'
import type { ApiCall } from '../../http/api-calls.ts'

/** PostgreSQL truncates longer role names. */
const ROLE_MAX = 63
const USER_AGENT_MAX = 300

const SERVICE = /^\/([^/?]+)/

/** A call of a project's API as an event, without what may be secret. */
export function requestEvent(call: ApiCall): LogEvent {
  const path = loggedPath(call.url)
  return {
    timestamp: call.at.getTime(),
    event_message: `${call.method} ${path} ${call.status}`,
    method: call.method,
    path,
    status: call.status,
    duration_ms: Math.round(call.durationMs * 10) / 10,
    role: call.role?.slice(0, ROLE_MAX),
    error_code: call.errorCode,
    user_id: call.userId,
    audit_action: call.auditAction,
    service: SERVICE.exec(path)?.[1],
    response_bytes: Math.max(0, call.sentBytes || 0),
    request_id: call.requestId,
    address: call.address,
    user_agent: call.userAgent?.slice(0, USER_AGENT_MAX),
  }
}
