import type { PolicyDraft } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import { AppError } from '../../../http/app-error.ts'
import type { RunText } from '../../../platform/project-databases/sql/member-transaction.ts'
import { ofDatabase } from '../../../platform/project-databases/sql/sql-failed.ts'
import { plain } from '../object-reads.ts'
import { inSavepoint } from './savepoint.ts'

/** SQLSTATE of policies that read each other's tables without end. */
const ENDLESS = '42P17'

/** Who probes a policy for everyone. */
const SOMEONE = 'anon'

/**
 * Plans statements on the table as the roles of a policy that the running transaction has made. Throws `validation_failed`
 * when PostgreSQL says that the policies recurse without end, which it says to those who use the table and not to those who
 * create a policy.
 */
export async function refuseEndlessPolicies(run: RunText, draft: PolicyDraft): Promise<void> {
  const table = quoteQualified(draft.schema, draft.table)
  for (const role of draft.roles.map((name) => (name === 'public' ? SOMEONE : name))) {
    const probe = async () => {
      await run({ text: "select pg_catalog.set_config('role', $1, true)", values: [role] })
      // Policies are read before privileges are checked.
      for (const statement of [
        `select from ${table} for update`,
        `delete from ${table}`,
        `insert into ${table} default values`,
      ])
        await inSavepoint(run, () => run(plain(`explain ${statement}`))).catch((error: unknown) => {
          if (!ofDatabase(error)) throw error
          if (error.code === ENDLESS) throw endless(error.message, draft, error)
        })
    }
    await inSavepoint(run, probe).catch((error: unknown) => {
      // A role that postgres may not switch to is not probed.
      if (!ofDatabase(error)) throw error
    })
  }
}

function endless(message: string, { using }: PolicyDraft, cause: unknown) {
  const words = `PostgreSQL would refuse every use of the table: ${message}. Read the other table in a function with SECURITY DEFINER, which its policies do not apply to.`
  return new AppError('validation_failed', words, {
    cause,
    details: { issues: [{ path: using === null ? 'with_check' : 'using', message: words }] },
  })
}
