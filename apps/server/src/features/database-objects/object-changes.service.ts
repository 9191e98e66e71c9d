import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import type { ChangePlan } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { DEPENDENTS_MAX, dependentsOf } from '@basalt/schema-changes/dependents.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { enumeratedTypeKind } from './enumerated-types/enumerated-type-kind.ts'
import { objectError } from './object-error.ts'
import type { FoundObject, NamedDraft, ObjectKind } from './object-kind.ts'
import { existing, plain } from './object-reads.ts'

export type ObjectChanges = ReturnType<typeof objectChanges>

/** A change of a kind whose drafts are of this type. */
type ChangeOf<Draft> =
  | { action: 'create'; draft: Draft }
  | { action: 'edit'; id: number; fingerprint: string; draft: Draft }
  | { action: 'drop'; id: number; fingerprint: string; cascade: boolean }

/** A change with the statements that make it now. */
interface Planned {
  readonly name: string
  readonly fingerprint: string | undefined
  readonly statements: readonly ChangeStatement[]
  readonly problems: readonly DraftProblem[]
  /** SQL of what is dropped along. */
  readonly dependents: string | undefined
  /** An SQL expression of the oid afterwards; undefined for what is dropped. */
  readonly oidAfter: string | undefined
}

interface Deps {
  transaction: MemberTransaction
  recorded: RecordedChange
}

/**
 * Changes of objects. Both throw `not_found` for an object that is gone, `sql_failed` for what PostgreSQL refuses, and
 * `instance_unavailable` when the database does not answer.
 */
export function objectChanges({ transaction, recorded }: Deps) {
  const inTransaction = async <T>(
    { ref, member, signal }: MemberCall,
    access: 'read only' | 'read write',
    work: (run: RunText) => Promise<T>,
  ): Promise<T> => {
    const settings = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s` }
    try {
      return await transaction(ref, member, { access, signal, settings }, work)
    } catch (error) {
      throw objectError(error)
    }
  }

  return {
    /** Runs nothing. What is wrong with a draft is part of the answer. */
    plan: (call: MemberCall, change: ObjectChange): Promise<ChangePlan> =>
      inTransaction(call, 'read only', async (run) => {
        const { statements, problems, dependents } = await planned(run, change)
        const gone = dependents === undefined ? [] : await run(plain(dependents))
        const texts = gone.map(([text]) => text!)
        return {
          statements: statements.map(({ sql, rewrites, scans, locks }) => ({
            sql,
            rewrites: [...rewrites],
            scans: [...scans],
            locks: locks.map(({ relation: { schema, name }, mode }) => ({
              schema,
              name,
              blocks: mode === 'ACCESS EXCLUSIVE' ? ('everyone' as const) : ('writers' as const),
            })),
          })),
          problems: [...problems],
          bytes: 0,
          estimated_rows: null,
          dependents: texts.slice(0, DEPENDENTS_MAX),
          has_more_dependents: texts.length > DEPENDENTS_MAX,
        }
      }),

    /**
     * All or nothing. Throws `validation_failed` for a draft that is not complete, and `conflict` when the object has
     * changed since it was read.
     */
    apply: (call: MemberCall, change: ObjectChange): Promise<{ id: number | null }> =>
      recorded(call, 'database_pages', (note) =>
        inTransaction(call, 'read write', async (run) => {
          const { name, fingerprint, statements, problems, oidAfter } = await planned(run, change)
          if (change.action !== 'create' && change.fingerprint !== fingerprint)
            throw new AppError(
              'conflict',
              `${name} was changed by someone else since you opened it. Nothing was saved. Reopen it to continue from how it is now.`,
            )
          if (problems.length > 0)
            throw new AppError('validation_failed', problems[0]!.message, {
              details: { issues: [...problems] },
            })
          if (statements.length > 0) note({ kind: 'schema', statements: statements.map(({ sql }) => sql) })
          for (const statement of statements)
            await run(plain(statement.sql)).catch((error: unknown) => {
              throw objectError(error, statement)
            })
          if (oidAfter === undefined) return { id: null }
          const [[oid] = []] = await run(plain(`select ${oidAfter}::pg_catalog.oid`))
          return { id: Number(oid) }
        }),
      ),
  }
}

function planned(run: RunText, change: ObjectChange): Promise<Planned> {
  switch (change.object) {
    case 'enumerated_type':
      return plannedOf(run, enumeratedTypeKind, change)
  }
}

async function plannedOf<Draft extends NamedDraft, Found extends FoundObject<Draft>>(
  run: RunText,
  kind: ObjectKind<Draft, Found>,
  change: ChangeOf<Draft>,
): Promise<Planned> {
  if (change.action === 'create') {
    const { draft } = change
    return {
      name: draft.name,
      fingerprint: undefined,
      problems: [...protection(draft.schema), ...kind.problems(draft, undefined)],
      statements: kind.create(draft),
      dependents: undefined,
      oidAfter: kind.oidOf(draft),
    }
  }
  const current = await existing(run, kind, change.id)
  const { name, schema } = current.draft
  const common = { name, fingerprint: current.fingerprint }
  if (change.action === 'drop')
    return {
      ...common,
      problems: [...protection(schema), ...membership(current)],
      statements: kind.drop(current, change.cascade),
      dependents: dependentsOf(kind.catalog, change.id),
      oidAfter: undefined,
    }
  const { draft } = change
  return {
    ...common,
    problems: [
      ...protection(schema),
      ...(draft.schema === schema ? [] : protection(draft.schema)),
      ...membership(current),
      ...kind.problems(draft, current),
    ],
    statements: kind.edit(current, draft),
    dependents: undefined,
    oidAfter: String(change.id),
  }
}

const protection = (schema: string): DraftProblem[] =>
  isProtectedSchema(schema)
    ? [{ path: 'schema', message: `The schema ${schema} is managed by the platform. It can only be read.` }]
    : []

const membership = ({ extension }: { readonly extension: string | null }): DraftProblem[] =>
  extension === null
    ? []
    : [{ path: 'name', message: `It belongs to the extension ${extension}, which alone changes it.` }]
