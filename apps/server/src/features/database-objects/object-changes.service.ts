import { FUNCTION_CHECK_TIMEOUT_SECONDS } from '@basalt/contract/database-objects/database-objects.rules.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import type { ChangePlan } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { DEPENDENTS_MAX, dependentsOf } from '@basalt/schema-changes/dependents.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { objectError, type RefusedPlace, refusedPlace } from './object-error.ts'
import type { DropChoices, NamedDraft } from './object-kind.ts'
import { type AnyObjectKind, objectKinds } from './object-kinds.ts'
import { schemaRefusal } from './object-protection.ts'
import { existing, plain } from './object-reads.ts'

export type ObjectChanges = ReturnType<typeof objectChanges>

/** A change of any kind. */
type AnyChange =
  | { action: 'create'; draft: NamedDraft }
  | { action: 'edit'; id: number; fingerprint: string; draft: NamedDraft; cascade?: boolean }
  | ({ action: 'drop'; id: number; fingerprint: string } & DropChoices)

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
  /** Throws what speaks against keeping what the statements made. */
  readonly verify: (() => Promise<void>) | undefined
}

/** Ends a transaction that is only tried. */
const ROLL_BACK = new Error('rolled back')

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
    more: Readonly<Record<string, string>> = {},
  ): Promise<T> => {
    const settings = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s`, ...more }
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
     * What PostgreSQL says against a change when it runs it; undefined when it takes it. The transaction is rolled back.
     * A draft that is not complete is not tried.
     */
    check: async (call: MemberCall, change: ObjectChange): Promise<RefusedPlace | undefined> => {
      let refused: RefusedPlace | undefined
      const settings = { statement_timeout: `${FUNCTION_CHECK_TIMEOUT_SECONDS}s` }
      await inTransaction(
        call,
        'read write',
        async (run) => {
          const { statements, problems } = await planned(run, change)
          if (problems.length > 0) throw ROLL_BACK
          for (const statement of statements)
            await run(plain(statement.sql)).catch((error: unknown) => {
              refused = refusedPlace(error, statement)
              throw refused === undefined ? error : ROLL_BACK
            })
          throw ROLL_BACK
        },
        settings,
      ).catch((error: unknown) => {
        if (error !== ROLL_BACK) throw error
      })
      return refused
    },

    /**
     * All or nothing. Throws `validation_failed` for a draft that is not complete, and `conflict` when the object has
     * changed since it was read.
     */
    apply: async (call: MemberCall, asked: ObjectChange): Promise<{ id: number | null }> => {
      const change = await sealed(asked)
      return recorded(call, 'database_pages', (note) =>
        inTransaction(call, 'read write', async (run) => {
          const { name, fingerprint, statements, problems, oidAfter, verify } = await planned(run, change)
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
            await run(plain(statement.secret ?? statement.sql)).catch((error: unknown) => {
              throw objectError(error, statement)
            })
          await verify?.()
          if (oidAfter === undefined) return { id: null }
          const [[oid] = []] = await run(plain(`select ${oidAfter}::pg_catalog.oid`))
          return { id: Number(oid) }
        }),
      )
    },
  }
}

async function sealed(change: ObjectChange): Promise<ObjectChange> {
  const { seal }: AnyObjectKind = objectKinds[change.object]
  if (change.action === 'drop' || !seal) return change
  return { ...change, draft: await seal(change.draft) } as ObjectChange
}

async function planned(run: RunText, { object, ...change }: ObjectChange): Promise<Planned> {
  return plannedOf(run, objectKinds[object], change)
}

async function plannedOf(run: RunText, kind: AnyObjectKind, change: AnyChange): Promise<Planned> {
  if (change.action === 'create') {
    const { draft } = change
    return {
      name: draft.name,
      fingerprint: undefined,
      problems: await checked(run, kind, draft, [
        ...problemAt('schema', schemaRefusal(kind, draft.schema)),
        ...kind.problems(draft, undefined),
      ]),
      statements: kind.create(draft),
      dependents: undefined,
      oidAfter: kind.oidOf(draft),
      verify: kind.verify && (() => kind.verify!(run, draft)),
    }
  }
  const current = await existing(run, kind, change.id)
  const { name, schema } = current.draft
  const common = { name, fingerprint: current.fingerprint }
  if (change.action === 'drop')
    return {
      ...common,
      problems: problemAt('name', current.refusals.drop),
      statements: kind.drop(current, change),
      dependents: kind.dependents?.(current) ?? dependentsOf(kind.catalog, change.id),
      oidAfter: undefined,
      verify: undefined,
    }
  const { draft } = change
  const isRecreated = kind.recreates?.(current, draft)
  return {
    ...common,
    problems: await checked(run, kind, draft, [
      ...problemAt('name', current.refusals.edit),
      ...problemAt('schema', draft.schema === schema ? undefined : schemaRefusal(kind, draft.schema)),
      ...kind.problems(draft, current),
    ]),
    statements: kind.edit(current, draft, change.cascade === true),
    dependents: isRecreated ? dependentsOf(kind.catalog, change.id) : undefined,
    // An edit may replace the object.
    oidAfter: isRecreated === false ? String(change.id) : kind.oidOf(draft),
    verify: kind.verify && (() => kind.verify!(run, draft)),
  }
}

/** The problems that are known, or what the database knows besides. */
const checked = async (run: RunText, kind: AnyObjectKind, draft: NamedDraft, problems: DraftProblem[]) =>
  problems.length > 0 || !kind.check ? problems : await kind.check(run, draft)

const problemAt = (path: string, message: string | null | undefined): DraftProblem[] =>
  message === null || message === undefined ? [] : [{ path, message }]
