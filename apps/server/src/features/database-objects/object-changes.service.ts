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
import type { OutsideChanges } from './outside-changes.service.ts'

export type ObjectChanges = ReturnType<typeof objectChanges>

/** A change of any kind. */
type AnyChange =
  | { action: 'create'; draft: NamedDraft }
  | { action: 'edit'; id: number; fingerprint: string; draft: NamedDraft; cascade?: boolean }
  | ({ action: 'drop'; id: number; fingerprint: string } & DropChoices)
  | { action: 'rebuild'; id: number; fingerprint: string }

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
  /** An SQL expression: whether a statement outside a transaction left something unfinished. */
  readonly leftOver: string
  /** Throws what speaks against keeping what the statements made. */
  readonly verify: (() => Promise<void>) | undefined
}

/** Ends a transaction that is only tried. */
const ROLL_BACK = new Error('rolled back')

interface Deps {
  transaction: MemberTransaction
  outside: Pick<OutsideChanges, 'run'>
  recorded: RecordedChange
}

/**
 * Changes of objects. Both throw `not_found` for an object that is gone, `sql_failed` for what PostgreSQL refuses, and
 * `instance_unavailable` when the database does not answer.
 */
export function objectChanges({ transaction, outside, recorded }: Deps) {
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

  const applyOutside = async (call: MemberCall, change: ObjectChange): Promise<Applied> => {
    const { statements, oidAfter, leftOver } = await inTransaction(call, 'read only', (run) =>
      withoutProblems(run, change),
    )
    const { isRunning } = await outside.run(call, { statements, leftOver })
    if (isRunning) return { id: null, is_running: true }
    const id = await inTransaction(call, 'read only', (run) => oidOf(run, oidAfter))
    return { id, is_running: false }
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
            await run(plain(statement.runs ?? statement.sql)).catch((error: unknown) => {
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
     * All or nothing, except for what PostgreSQL only runs outside a transaction. Throws `validation_failed` for a draft
     * that is not complete, and `conflict` when the object has changed since it was read.
     */
    async apply(call: MemberCall, asked: ObjectChange): Promise<Applied> {
      const change = await sealed(asked)
      if (isOutside(change)) return applyOutside(call, change)
      return recorded(call, 'database_pages', (note) =>
        inTransaction(call, 'read write', async (run) => {
          const { statements, oidAfter, verify } = await withoutProblems(run, change)
          if (statements.length > 0) note({ kind: 'schema', statements: statements.map(({ sql }) => sql) })
          for (const statement of statements)
            await run(plain(statement.runs ?? statement.sql)).catch((error: unknown) => {
              throw objectError(error, statement)
            })
          await verify?.()
          return { id: await oidOf(run, oidAfter), is_running: false }
        }),
      )
    },
  }
}

interface Applied {
  id: number | null
  is_running: boolean
}

const isOutside = (change: ObjectChange) =>
  change.object === 'index' &&
  (change.action === 'rebuild' ||
    (change.action === 'create' && change.draft.concurrently) ||
    (change.action === 'drop' && change.concurrently))

/** The change as it is now. Throws what stands against it. */
async function withoutProblems(run: RunText, change: ObjectChange): Promise<Planned> {
  const found = await planned(run, change)
  const { name, fingerprint, problems } = found
  if (change.action !== 'create' && change.fingerprint !== fingerprint)
    throw new AppError(
      'conflict',
      `${name} was changed by someone else since you opened it. Nothing was saved. Reopen it to continue from how it is now.`,
    )
  if (problems.length > 0)
    throw new AppError('validation_failed', problems[0]!.message, { details: { issues: [...problems] } })
  return found
}

async function oidOf(run: RunText, expression: string | undefined): Promise<number | null> {
  if (expression === undefined) return null
  const [[oid] = []] = await run(plain(`select ${expression}::pg_catalog.oid`))
  return Number(oid)
}

async function sealed(change: ObjectChange): Promise<ObjectChange> {
  const { seal }: AnyObjectKind = objectKinds[change.object]
  if (!('draft' in change) || !seal) return change
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
      leftOver: kind.leftOver?.(draft) ?? 'false',
      verify: kind.verify && (() => kind.verify!(run, draft)),
    }
  }
  const current = await existing(run, kind, change.id)
  const { name, schema } = current.draft
  const leftOver = kind.leftOver?.(current.draft) ?? 'false'
  const common = { name, fingerprint: current.fingerprint, leftOver }
  if (change.action === 'drop')
    return {
      ...common,
      problems: problemAt('name', current.refusals.drop),
      statements: kind.drop(current, change),
      dependents: kind.dependents?.(current) ?? dependentsOf(kind.catalog, change.id),
      oidAfter: undefined,
      verify: undefined,
    }
  if (change.action === 'rebuild')
    return {
      ...common,
      problems: problemAt('name', schemaRefusal(kind, schema)),
      statements: kind.rebuild?.(current) ?? [],
      dependents: undefined,
      // A copy takes the place of the object.
      oidAfter: kind.oidOf(current.draft),
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
