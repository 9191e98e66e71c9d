import { privilegeWarnings } from '@basalt/contract/database-objects/privileges/privileges.rules.ts'
import type {
  PrivilegeChanges,
  PrivilegePlan,
} from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { privilegeStatements } from '@basalt/schema-changes/privileges.ts'
import { AppError } from '../../../http/app-error.ts'
import type { MemberCall } from '../../../http/member-call.ts'
import { USER_ROLE } from '../../../platform/project-databases/database-roles.ts'
import type { MemberTransaction } from '../../../platform/project-databases/sql/member-transaction.ts'
import type { RecordedChange } from '../../ledger/ledger.port.ts'
import { objectError } from '../object-error.ts'
import { plain } from '../object-reads.ts'

interface Deps {
  transaction: MemberTransaction
  recorded: RecordedChange
}

/** What changes would run, and what they risk. Throws `validation_failed` for a protected schema. */
export function privilegePlan({ role, changes }: PrivilegeChanges): PrivilegePlan {
  const schema = changes.map((change) => change.schema).find(isProtectedSchema)
  if (schema !== undefined)
    throw new AppError(
      'validation_failed',
      `The schema ${schema} is managed by the platform. Its privileges can only be read.`,
    )
  return {
    statements: privilegeStatements(role, changes).map(({ sql }) => sql),
    warnings: privilegeWarnings(role, changes, USER_ROLE),
  }
}

/** Grants and revokes, all or nothing. Throws `sql_failed` for what PostgreSQL refuses. */
export const privilegeChanges =
  ({ transaction, recorded }: Deps) =>
  (call: MemberCall, asked: PrivilegeChanges): Promise<PrivilegePlan> => {
    const { ref, member, signal } = call
    const plan = privilegePlan(asked)
    const settings = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s` }
    return recorded(call, 'database_pages', async (note) => {
      try {
        await transaction(ref, member, { access: 'read write', signal, settings }, async (run) => {
          note({ kind: 'schema', statements: plan.statements })
          for (const sql of plan.statements) await run(plain(sql))
        })
      } catch (error) {
        throw objectError(error)
      }
      return plan
    })
  }
