import {
  policy,
  policyOid,
  policyTableCount,
  policyTables,
} from '@basalt/catalog/database-objects/policies.ts'
import { POLICIES_PAGE_SIZE } from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type {
  ListedPolicy,
  Policy,
  PolicyDraft,
  PolicyTableQuery,
} from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { alterPolicy, createPolicy, dropPolicy, policyProblems } from '@basalt/schema-changes/policy.ts'
import type { ObjectKind } from '../object-kind.ts'
import { refuseEndlessPolicies } from './endless-policies.ts'
import { policyErrors } from './policy-checks.ts'

/** As the catalog has it. */
type Row = ListedPolicy &
  Omit<Policy, 'draft' | 'fingerprint' | 'refusals'> &
  Pick<PolicyDraft, 'schema' | 'table' | 'comment'>

export const policyKind: ObjectKind<PolicyDraft, Policy, PolicyTableQuery> = {
  title: 'Policy',
  catalog: 'pg_policy',
  lists: { page: (page) => policyTables(page, POLICIES_PAGE_SIZE), count: policyTableCount },
  // Such as those of storage.objects, which belong to the owner of the database.
  isOpenInProtectedSchemas: true,
  one: policy,
  read(json) {
    const { schema, table, name, comment, command, is_permissive, roles, using, with_check, ...facts } =
      JSON.parse(json) as Row
    return {
      ...facts,
      draft: { schema, table, name, comment, command, is_permissive, roles, using, with_check },
    }
  },
  problems: (draft, current) => policyProblems(draft, current?.draft),
  create: createPolicy,
  edit: ({ draft: current }, draft) => alterPolicy(current, draft),
  drop: ({ draft }) => [dropPolicy(draft)],
  oidOf: policyOid,
  check: policyErrors,
  verify: refuseEndlessPolicies,
}
