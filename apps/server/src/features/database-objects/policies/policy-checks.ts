import { policyFacts } from '@basalt/catalog/database-objects/policy-facts.ts'
import type { PolicyDraft, PolicyRemark } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import { expressionCheck } from '@basalt/schema-changes/policy.ts'
import { type PolicyFacts, policyRemarks } from '@basalt/schema-changes/policy-remarks.ts'
import { fragmentProblem } from '@basalt/schema-changes/sql-fragments.ts'
import type { MemberCall } from '../../../http/member-call.ts'
import type {
  MemberTransaction,
  RunText,
} from '../../../platform/project-databases/sql/member-transaction.ts'
import { ofDatabase } from '../../../platform/project-databases/sql/sql-failed.ts'
import { plain } from '../object-reads.ts'
import { inSavepoint } from './savepoint.ts'

/** Says what PostgreSQL thinks of a policy before it exists. Runs none of its expressions and takes no lock that others notice. */
export const policyChecks = (transaction: MemberTransaction) => (call: MemberCall, draft: PolicyDraft) =>
  transaction(call.ref, call.member, { access: 'read only', signal: call.signal }, async (run) => ({
    remarks: await remarksOn(run, draft),
  }))

/** Only what prevents a policy from being made. */
export async function policyErrors(run: RunText, draft: PolicyDraft): Promise<DraftProblem[]> {
  const remarks = await remarksOn(run, draft)
  return remarks.flatMap(({ severity, path, message }) => (severity === 'error' ? [{ path, message }] : []))
}

async function remarksOn(run: RunText, draft: PolicyDraft): Promise<PolicyRemark[]> {
  const errors: PolicyRemark[] = []
  for (const path of ['using', 'with_check'] as const) {
    const expression = draft[path]
    if (expression === null || fragmentProblem(expression) !== undefined) continue
    const error = await expressionError(run, draft, expression)
    if (error) errors.push({ severity: 'error', path, ...error })
  }
  const [[json] = []] = await run(plain(policyFacts(draft)))
  return [...errors, ...policyRemarks(draft, JSON.parse(json!) as PolicyFacts)]
}

async function expressionError(run: RunText, draft: PolicyDraft, expression: string) {
  const { sql, start, after } = expressionCheck(draft, expression)
  try {
    await inSavepoint(run, () => run(plain(sql)).then(() => run(plain(after))))
    return undefined
  } catch (error) {
    if (!ofDatabase(error)) throw error
    const { message, position, hint } = error
    const text = message
      .replace('argument of WHERE', 'The expression')
      .replace(' in WHERE', ' in policy expressions')
    const at = position === undefined ? null : Number(position) - 1 - [...sql.slice(0, start)].length
    // A table that does not exist, which the form says of the table.
    if (at !== null && at < 0) return undefined
    return {
      message: `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.${hint === undefined ? '' : ` ${hint}`}`,
      // PostgreSQL counts characters, and editors count UTF-16 units.
      at: at === null ? null : [...expression].slice(0, at).join('').length,
    }
  }
}
