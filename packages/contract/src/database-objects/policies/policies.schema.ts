import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ROLE_NAME_MAX } from '../../query/query.rules.ts'
import { RequestClaims } from '../../query/query.schema.ts'
import { OID_MAX } from '../../table-editor/grid.schema.ts'
import { Text } from '../../text.ts'
import { changesOf, objectFacts, objectListQuery, objectPage } from '../database-objects.schema.ts'
import {
  POLICIES_PAGE_SIZE,
  POLICY_EXPRESSION_MAX,
  POLICY_ROLES_MAX,
  policyCommands,
  TRIAL_ROWS_MAX,
} from './policies.rules.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
const Expression = Text.max(POLICY_EXPRESSION_MAX)

export const PolicyTableQuery = objectListQuery(['name'])
export type PolicyTableQuery = z.output<typeof PolicyTableQuery>

/** A policy as a list shows it. */
export const ListedPolicy = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    command: z.enum(policyCommands),
    is_permissive: z.boolean(),
    /** Names; `public` is everyone. */
    roles: z.array(z.string()),
    using: z.string().nullable(),
    with_check: z.string().nullable(),
  })
  .meta({ id: 'ListedPolicy' })
export type ListedPolicy = z.infer<typeof ListedPolicy>

/** A table with its first policies. */
export const PolicyTable = z
  .object({
    /** The oid of the table. */
    id: z.number().int(),
    name: z.string(),
    is_rls_enabled: z.boolean(),
    /** Does row level security apply to the owner too? */
    is_rls_forced: z.boolean(),
    owner: z.string(),
    /** False when the caller's role does not own it, and so cannot change it. */
    is_owned: z.boolean(),
    /** Roles of the Data API that have a privilege on it. */
    reached_by: z.array(z.string()),
    policies: z.array(ListedPolicy),
    policy_count: z.number().int(),
  })
  .meta({ id: 'PolicyTable' })
export type PolicyTable = z.infer<typeof PolicyTable>

export const PolicyTablePage = objectPage(PolicyTable).meta({ id: 'PolicyTablePage' })

export const PoliciesOfTableQuery = z.object({
  /** The name of the last policy that is known; empty for the first page. */
  after: Text.max(ROLE_NAME_MAX).default(''),
  limit: z.coerce.number().int().min(1).max(POLICIES_PAGE_SIZE).default(POLICIES_PAGE_SIZE),
})

export const PoliciesOfTable = z.object({ policies: z.array(ListedPolicy), has_more: z.boolean() })

/** A policy as a form has it. */
export const PolicyDraft = z
  .strictObject({
    schema: SchemaName,
    table: Name,
    name: Name,
    comment: Text.max(100_000).nullable(),
    command: z.enum(policyCommands),
    is_permissive: z.boolean(),
    /** Names; `public` alone is everyone. */
    roles: z.array(Name).max(POLICY_ROLES_MAX),
    /** Decides about rows that exist. */
    using: Expression.nullable(),
    /** Decides about new rows. */
    with_check: Expression.nullable(),
  })
  .meta({ id: 'PolicyDraft' })
export type PolicyDraft = z.infer<typeof PolicyDraft>

export const Policy = z
  .object({
    ...objectFacts,
    draft: PolicyDraft,
    /** The oid of the table. */
    table_id: z.number().int(),
    is_rls_enabled: z.boolean(),
    is_rls_forced: z.boolean(),
  })
  .meta({ id: 'Policy' })
export type Policy = z.infer<typeof Policy>

export const PolicyChange = changesOf('policy', PolicyDraft)

/** Something about a policy that its author should know, at a path in its draft. */
export const PolicyRemark = z
  .object({
    severity: z.enum(['error', 'warning']),
    path: z.string(),
    message: z.string(),
    /** The UTF-16 index in the expression; null when it is about the whole. */
    at: z.number().int().nullable(),
  })
  .meta({ id: 'PolicyRemark' })
export type PolicyRemark = z.infer<typeof PolicyRemark>

const Oid = z.number().int().min(1).max(OID_MAX)

/** Whose access is tried. */
const Trying = {
  /** The oid of the table. */
  table: Oid,
  role: Text.min(1).max(ROLE_NAME_MAX),
  claims: RequestClaims.optional(),
}

export const ReadTrial = z.strictObject({
  ...Trying,
  limit: z.number().int().min(1).max(TRIAL_ROWS_MAX).default(TRIAL_ROWS_MAX),
})

/** Identifies a row for as long as nobody changes it. */
const RowPlace = z.strictObject({
  /** The oid of the table or partition. */
  table: Oid,
  /** Its ctid. */
  place: z.string().regex(/^\(\d{1,10},\d{1,5}\)$/, 'Send the place that a trial returned'),
})

/** Values by column, as text; null is NULL. */
const RowValues = z.record(Name, Text.max(1_000_000).nullable())

export const WriteTrial = z.discriminatedUnion('action', [
  z.strictObject({ ...Trying, action: z.literal('insert'), values: RowValues }),
  z.strictObject({ ...Trying, action: z.literal('update'), row: RowPlace, values: RowValues }),
  z.strictObject({ ...Trying, action: z.literal('delete'), row: RowPlace }),
])
export type WriteTrial = z.infer<typeof WriteTrial>

/** What decides about access before any policy is looked at; `policies` when they decide. */
export const trialModes = ['policies', 'rls_off', 'bypasses', 'owner', 'no_privilege'] as const

/** What a policy says of one row: null when its expression is NULL, which counts as false. */
export const PolicyVerdict = z.object({
  /** The oid of the policy. */
  policy: z.number().int(),
  passes: z.boolean().nullable(),
  /** Why the expression could not be evaluated. */
  error: z.string().nullable(),
})
export type PolicyVerdict = z.infer<typeof PolicyVerdict>

export const ReadTrialResult = z
  .object({
    mode: z.enum(trialModes),
    columns: z.array(z.string()),
    /** Policies that apply to the role and to SELECT, restrictive ones first. */
    policies: z.array(ListedPolicy),
    rows: z.array(
      z.object({
        table: z.number().int(),
        place: z.string(),
        /** As text, cut to a length that can be shown. */
        values: z.array(z.string().nullable()),
        /** Did the role see the row when it read the table? Null when reading failed. */
        passes: z.boolean().nullable(),
        verdicts: z.array(PolicyVerdict),
      }),
    ),
    /** Does the table have more rows than were tried? */
    has_more: z.boolean(),
    /** Why the role cannot read the table at all. */
    error: z.string().nullable(),
  })
  .meta({ id: 'ReadTrialResult' })
export type ReadTrialResult = z.infer<typeof ReadTrialResult>

export const WriteTrialResult = z
  .object({
    mode: z.enum(trialModes),
    /** Was a row written? It never stays. */
    passes: z.boolean(),
    /** What PostgreSQL said; null when it wrote the row or silently skipped it. */
    error: z.string().nullable(),
    /** Policies that apply to the role and the action, restrictive ones first. */
    policies: z.array(ListedPolicy),
    /** What USING of each says of the row as it is; empty for an insert. */
    before: z.array(PolicyVerdict),
    /** What WITH CHECK of each, or USING in its place, says of the new row; empty for a delete. */
    after: z.array(PolicyVerdict),
  })
  .meta({ id: 'WriteTrialResult' })
export type WriteTrialResult = z.infer<typeof WriteTrialResult>

export const PolicyTableParams = ProjectParams.extend({
  /** Of the table. */
  oid: z.coerce.number().int().min(1).max(OID_MAX),
})
