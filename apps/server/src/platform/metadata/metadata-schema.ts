import type { TokenAccess } from '@basalt/contract/access/token-scope.rules.ts'
import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { AuditCaller } from '@basalt/contract/audit/audit.rules.ts'
import type { DeliveryOutcome, WebhookFormat } from '@basalt/contract/integrations/webhooks.rules.ts'
import type {
  NotificationPriority,
  NotificationStatus,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type { NotificationAction } from '@basalt/contract/notifications/notifications.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { ProjectRole, Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { QueryOutcome } from '@basalt/contract/query-history/query-history.rules.ts'
import type { SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MetadataKeyTables } from './metadata-key-tables.ts'
import type { MetadataPoolingTables } from './metadata-pooling-tables.ts'

/** A timestamptz: read as an ISO string in UTC, written as a Date or by the database's own now(). */
type Timestamp = ColumnType<string, Date | string, Date | string>
type Now = ColumnType<string, Date | string | undefined, Date | string>

/** The platform's own tables, as the files in migrations/ leave them. */
export interface MetadataSchema extends MetadataKeyTables, MetadataPoolingTables {
  installation: { key_check: Buffer }
  users: {
    id: Generated<string>
    email: string
    password_hash: string | null
    display_name: ColumnType<string | null, never, string | null>
    created_at: Now
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    user_agent: string
    address: string
    created_at: Now
    last_used_at: Now
    expires_at: Timestamp
  }
  known_devices: { user_id: string; token_hash: Buffer; last_used_at: Now }
  access_tokens: {
    id: Generated<string>
    user_id: string
    name: string
    hint: string
    token_hash: Buffer
    access: TokenAccess
    organization_id: string | null
    project_ref: string | null
    expires_at: string | null
    created_at: Now
    last_used_at: ColumnType<string | null, never, Date>
  }
  organizations: {
    id: Generated<string>
    slug: string
    name: string
    plan: PlanId
    requires_mfa: Generated<boolean>
    ai_level: Generated<AiLevel>
    created_at: Now
  }
  members: { organization_id: string; user_id: string; role: Role | null; created_at: Now }
  project_roles: { ref: string; organization_id: string; user_id: string; role: ProjectRole }
  /** A view: who may know of a project, and as what. */
  project_access: {
    ref: ColumnType<string, never>
    user_id: ColumnType<string, never>
    role: ColumnType<Role, never>
    requires_mfa: ColumnType<boolean, never>
  }
  invitations: {
    id: Generated<string>
    organization_id: string
    email: string
    role: Role
    project_refs: string[] | null
    token_hash: Buffer
    invited_by: string | null
    created_at: Now
    expires_at: Timestamp
    accepted_at: ColumnType<string | null, never, Date | string>
  }
  mfa_factors: {
    user_id: string
    sealed_secret: Buffer
    confirmed_at: ColumnType<string | null, never, Date | string | null>
    last_step: Generated<number>
    wrong_codes: Generated<number>
    locked_until: ColumnType<string | null, never, Date | string | null>
  }
  recovery_codes: { user_id: string; code_hash: Buffer }
  projects: {
    ref: string
    organization_id: string
    name: string
    status: ProjectStatus
    failure: string | null
    region: string
    created_at: Now
    status_changed_at: Now
    revision: Generated<number>
    asleep_since: ColumnType<string | null, never, string | null>
    asleep_with: ColumnType<string | null, never, string | null>
  }
  sleep_settings: { ref: string; idle_minutes: number | null }
  notifications: {
    id: Generated<string>
    user_id: string
    name: string
    key: string | null
    status: ColumnType<NotificationStatus, NotificationStatus | undefined, NotificationStatus>
    priority: NotificationPriority
    title: string
    message: string
    actions: JSONColumnType<NotificationAction[]>
    organization_id: string | null
    project_ref: string | null
    occurrences: Generated<number>
    inserted_at: Now
    archived_at: ColumnType<string | null, never, Date | string | null>
  }
  webhooks: {
    id: Generated<string>
    organization_id: string
    name: string
    format: WebhookFormat
    priorities: NotificationPriority[]
    sealed_url: Buffer
    sealed_secret: Buffer
    is_enabled: Generated<boolean>
    created_at: Now
  }
  webhook_deliveries: {
    id: Generated<string>
    webhook_id: string
    message: JSONColumnType<WebhookMessage>
    created_at: Timestamp
    outcome: ColumnType<DeliveryOutcome, DeliveryOutcome | undefined, DeliveryOutcome>
    attempts: Generated<number>
    answer: string | null
    next_attempt_at: ColumnType<string | null, Date | null, Date | null>
  }
  branches: {
    id: Generated<string>
    project_ref: string
    parent_project_ref: string
    name: string
    persistent: Generated<boolean>
    git_branch: string | null
    review_requested_at: ColumnType<string | null, never, string | null>
    created_at: Now
    updated_at: Now
  }
  storage_settings: {
    ref: string
    /** In bytes; null for what the plan gives. A bigint arrives as text. */
    file_size_limit: ColumnType<string | null, number | null, number | null>
    image_transformation: boolean
    s3_protocol: boolean
  }
  storage_access_keys: {
    id: Generated<string>
    ref: string
    description: string
    access_key: string
    sealed_secret: Buffer
    created_at: Now
  }
  usage_days: {
    organization_id: string
    /** Kept when the project is deleted: what it used was used. */
    project_ref: string
    metric: MetricId
    day: string
    samples: number
    total: number
    peak: number
  }
  usage_callers: { organization_id: string; project_ref: string; day: string; user_id: string }
  /** Limits whose passing has been told of. */
  usage_warnings: { organization_id: string; metric: MetricId; period_start: string; plan: PlanId }
  snippet_folders: {
    id: Generated<string>
    project_ref: string
    organization_id: string
    owner_id: string
    name: string
  }
  snippets: {
    id: string
    project_ref: string
    organization_id: string
    owner_id: string
    folder_id: string | null
    name: string
    description: Generated<string>
    visibility: ColumnType<SnippetVisibility, SnippetVisibility | undefined, SnippetVisibility>
    revision: Generated<number>
    inserted_at: Now
    updated_at: Now
  }
  snippet_contents: {
    snippet_id: string
    sql: string
    digest: Buffer
    chart: ColumnType<object | null, string | null, string | null>
    saved_by: string | null
    saved_at: Now
    save_id: string | null
    kept_at: Now
  }
  snippet_revisions: {
    snippet_id: string
    revision: number
    sql: string
    saved_by: string | null
    saved_at: Timestamp
  }
  snippet_favorites: { user_id: string; snippet_id: string }
  query_runs: {
    id: Generated<string>
    project_ref: string
    started_by: string
    role: string
    database: string
    sql: string
    is_cut: boolean
    started_at: Timestamp
    duration_ms: number
    row_count: ColumnType<string | null, number | null, never>
    outcome: QueryOutcome
    error: string | null
    sqlstate: string | null
  }
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
  project_secrets: { ref: string; name: ProjectSecretName; sealed: Buffer }
}

export type ProjectSecretName =
  | 'superuser_password'
  | 'database_password'
  | 'authenticator_password'
  | 'jwt_secret'

/** What is told of, as it is kept until it has been sent. */
export interface WebhookMessage {
  name: string
  priority: NotificationPriority
  title: string
  /** Markdown. */
  message: string
  project_ref: string | null
}
