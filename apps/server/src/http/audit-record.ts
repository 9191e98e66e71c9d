import {
  AUDIT_ITEMS_MAX,
  AUDIT_TEXT_MAX,
  type AuditCaller,
  auditTitle,
  isSecretName,
} from '@basalt/contract/audit/audit.rules.ts'
import type { AnyEndpoint, AuditRule } from '@basalt/contract/endpoint.ts'
import { errorStatus } from '@basalt/contract/errors.ts'
import { withoutLiterals } from '@basalt/sql/without-literals.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditNotes, type KnownCaller } from './audit-notes.ts'

const USER_AGENT_MAX = 300

/** One entry of the audit log before it is written. */
export interface AuditRecord {
  at: string
  user_id: string | undefined
  email: string | undefined
  caller: AuditCaller
  token_name: string | undefined
  action: string
  title: string
  organization_id: string | undefined
  organization_slug: string | undefined
  project_ref: string | undefined
  project_name: string | undefined
  details: Record<string, unknown>
  address: string
  user_agent: string
  status: number
  code: string | undefined
  request_id: string
}

/** The audit entry of an answered call. */
export function auditRecord(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  at: Date,
): AuditRecord {
  const { caller, ...notes } = auditNotes(request)
  return {
    at: at.toISOString(),
    user_id: caller?.userId ?? notes.userId,
    email: caller?.email ?? notes.email,
    caller: kindOf(caller),
    token_name: caller?.tokenName,
    action: endpoint.name,
    title: auditTitle(endpoint),
    organization_id: notes.organizationId,
    organization_slug: notes.organizationSlug,
    project_ref: notes.projectRef,
    project_name: notes.projectName,
    details: {
      ...loggedParams(request.params),
      ...(notes.isBodyParsed && loggedFields(endpoint.audit, request.body)),
      ...notes.details,
    },
    address: notes.address ?? '',
    user_agent: storable(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    // A stream that fails halfway has already sent its status.
    status: notes.code !== undefined && statusCode < 400 ? errorStatus[notes.code] : statusCode,
    code: notes.code,
    request_id: request.id,
  }
}

function kindOf(caller: KnownCaller | undefined): AuditCaller {
  if (!caller) return 'nobody'
  if (caller.tokenName !== undefined) return 'token'
  return caller.sessionId === undefined ? 'local' : 'session'
}

const loggedParams = (params: unknown) =>
  Object.fromEntries(
    Object.entries(params ?? {})
      .filter(([name]) => !isSecretName(name))
      .map(([name, value]) => [name, shortened(value)]),
  )

/** The fields of a body, or of a tool's arguments, that the rule allows in the log, shortened. */
export function loggedFields(
  { keeps = [], sql = [] }: Pick<AuditRule, 'keeps' | 'sql'> = {},
  body: unknown,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const fields = body as Record<string, unknown>
  const has = (name: string) => fields[name] !== undefined
  return Object.fromEntries([
    ...keeps.filter(has).map((name) => [name, shortened(fields[name])]),
    ...sql
      .filter(has)
      .map((name) => [name, storable(withoutLiterals(withoutSecrets(String(fields[name])), AUDIT_TEXT_MAX))]),
  ])
}

/** Bounds the size of an entry, whatever was sent. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return storable(value.length > AUDIT_TEXT_MAX ? `${value.slice(0, AUDIT_TEXT_MAX - 1)}…` : value)
  if (Array.isArray(value)) return value.slice(0, AUDIT_ITEMS_MAX).map(shortened)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isSecretName(name))
        .slice(0, AUDIT_ITEMS_MAX)
        .map(([name, one]) => [storable(name), shortened(one)]),
    )
  return value
}

/** PostgreSQL stores neither NUL nor lone surrogates, and one bad entry must not fail its whole batch. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\u{FFFD}')
