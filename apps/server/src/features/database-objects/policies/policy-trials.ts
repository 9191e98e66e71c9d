import { policiesFor } from '@basalt/catalog/database-objects/policies.ts'
import {
  TRIAL_TIMEOUT_SECONDS,
  TRIAL_VALUE_MAX,
} from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type {
  ListedPolicy,
  PolicyVerdict,
  ReadTrial,
  ReadTrialResult,
  WriteTrial,
  WriteTrialResult,
} from '@basalt/contract/database-objects/policies/policies.schema.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../../http/app-error.ts'
import type { MemberCall } from '../../../http/member-call.ts'
import type {
  MemberTransaction,
  RunText,
  TextStatement,
} from '../../../platform/project-databases/sql/member-transaction.ts'
import {
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
} from '../../../platform/project-databases/sql/sql-failed.ts'
import { objectError } from '../object-error.ts'
import { plain } from '../object-reads.ts'
import { inSavepoint } from './savepoint.ts'
import {
  deleteOf,
  insertOf,
  RETURNING_ROW,
  rowAt,
  sampledRows,
  type TrialTable,
  trialTable,
  updateOf,
  verdictsOf,
  visiblePlaces,
} from './trial-sql.ts'

export type PolicyTrials = ReturnType<typeof policyTrials>

type Mode = ReadTrialResult['mode']

/** Runs a statement and returns how many rows it wrote. */
type CountRows = (statement: TextStatement) => Promise<number>

interface Trying {
  readonly table: number
  readonly role: string
  readonly claims?: Record<string, unknown> | undefined
}

/** Carries the result of a trial out of its transaction, which it rolls back. */
class TrialOver<T> {
  readonly result: T
  constructor(result: T) {
    this.result = result
  }
}

/**
 * What a role may do with the rows of a table, found by doing it. Nothing stays: every transaction is rolled back. Both throw
 * `not_found` for a table or role that does not exist, `conflict` for a role that cannot be used or when a trial takes too
 * long, and `instance_unavailable` when the database does not answer.
 */
export function policyTrials(transaction: MemberTransaction) {
  /** The member's own rights, so that rows which the role must not see can be shown beside those that it does. */
  const rolledBack = async <T>(
    { ref, member, signal }: MemberCall,
    { role, claims = { role } }: Trying,
    work: (run: RunText, count: CountRows) => Promise<T>,
  ): Promise<T> => {
    const settings = {
      search_path: '',
      statement_timeout: `${TRIAL_TIMEOUT_SECONDS}s`,
      lock_timeout: `${TRIAL_TIMEOUT_SECONDS}s`,
      'request.jwt.claims': JSON.stringify(claims),
      'request.method': 'POST',
      'request.path': '/',
      'request.headers': '{}',
    }
    try {
      return await transaction(
        ref,
        member,
        { access: 'read write', signal, settings },
        async (run, client) => {
          const count: CountRows = async ({ text, values }) =>
            (await client.query(text, [...values])).rowCount ?? 0
          throw new TrialOver(await work(run, count))
        },
      )
    } catch (error) {
      if (error instanceof TrialOver) return error.result as T
      if (ofDatabase(error) && (error.code === QUERY_CANCELED || error.code === LOCK_NOT_AVAILABLE))
        throw new AppError(
          'conflict',
          `The trial took longer than ${TRIAL_TIMEOUT_SECONDS} seconds. Nothing was changed. Try again.`,
          { cause: error },
        )
      throw objectError(error)
    }
  }

  return {
    read: (call: MemberCall, trial: z.output<typeof ReadTrial>): Promise<ReadTrialResult> =>
      rolledBack(call, trial, async (run) => {
        const { mode, ...table } = await tableOf(run, trial, 'select')
        const policies = mode === 'policies' ? await policiesOf(run, trial, ['SELECT']) : []
        const sampled = await run(plain(sampledRows(table, trial.limit + 1, TRIAL_VALUE_MAX)))
        const rows = sampled.slice(0, trial.limit)
        const lines = rows.map(([, , line]) => line!)
        return asRole(run, trial.role, async () => {
          const places = rows.map(([, place]) => place!)
          const { result: seen, error } = await attempted(run, () => run(visiblePlaces(table, places)))
          const visible = new Set(seen?.map(([of, place]) => `${of} ${place}`))
          const verdicts = await verdictsOn(run, table, policies, lines, usingOf)
          return {
            mode,
            columns: [...table.columns],
            policies,
            rows: rows.map(([of, place, , ...values], index) => ({
              table: Number(of),
              place: place!,
              values,
              passes: seen === undefined ? null : visible.has(`${of} ${place}`),
              verdicts: verdicts[index]!,
            })),
            has_more: sampled.length > trial.limit,
            error,
          }
        })
      }),

    write: (call: MemberCall, trial: WriteTrial): Promise<WriteTrialResult> =>
      rolledBack(call, trial, async (run, count) => {
        const { action } = trial
        const { mode, ...table } = await tableOf(run, trial, action)
        const command = action.toUpperCase()
        // A statement that names a row reads it too.
        const commands = action === 'insert' ? [command] : [command, 'SELECT']
        const policies = mode === 'policies' ? await policiesOf(run, trial, commands) : []
        const statement = statementOf(table, trial)
        const [[line] = []] = action === 'insert' ? [] : await run(rowAt(table, trial.row))
        if (action !== 'insert' && line === undefined)
          throw new AppError(
            'conflict',
            'Someone has changed this row meanwhile. Try again to see it as it is now.',
          )
        // The new row as it would be without policies, with its defaults and what triggers make of it.
        const written =
          action === 'delete'
            ? undefined
            : await attempted(run, () => run({ ...statement, text: statement.text + RETURNING_ROW }))
        const after = written?.result?.[0]?.[0]
        return asRole(run, trial.role, async () => {
          const { result: rows, error } = await attempted(run, async () => {
            const written = await count(statement)
            await run(plain('set constraints all immediate'))
            return written
          })
          return {
            mode,
            passes: rows === 1,
            error,
            policies,
            before: line ? (await verdictsOn(run, table, policies, [line], usingOf))[0]! : [],
            after: after ? (await verdictsOn(run, table, policies, [after], checkOf))[0]! : [],
          }
        })
      }),
  }
}

/** Throws `not_found`. */
async function tableOf(run: RunText, { table, role }: Trying, privilege: string) {
  const [[json] = []] = await run(plain(trialTable(table, role, privilege)))
  if (json) return JSON.parse(json) as TrialTable & { mode: Mode }
  const [known] = await run({ text: 'select from pg_catalog.pg_roles where rolname = $1', values: [role] })
  throw known ? notFound('Table', String(table)) : notFound('Role', role)
}

async function policiesOf(run: RunText, { table, role }: Trying, commands: readonly string[]) {
  const rows = await run(plain(policiesFor(table, role, commands)))
  return rows.map(([json]) => JSON.parse(json!) as ListedPolicy)
}

function statementOf(table: TrialTable, trial: WriteTrial): TextStatement {
  if (trial.action === 'delete') return deleteOf(table, trial.row)
  const unknown = Object.keys(trial.values).find((column) => !table.columns.includes(column))
  if (unknown !== undefined)
    throw new AppError('validation_failed', `${table.name} has no column ${unknown}.`)
  if (trial.action === 'insert') return insertOf(table, trial.values)
  if (Object.keys(trial.values).length === 0)
    throw new AppError('validation_failed', 'Change at least one value.')
  return updateOf(table, trial.row, trial.values)
}

/** Runs work as a role; afterwards the member's own applies again. Throws `conflict` for a role that cannot be used. */
const asRole = <T>(run: RunText, role: string, work: () => Promise<T>) =>
  inSavepoint(run, async () => {
    try {
      await run({ text: "select pg_catalog.set_config('role', $1, true)", values: [role] })
    } catch (error) {
      if (!ofDatabase(error)) throw error
      throw new AppError('conflict', `The role ${role} cannot be tried: ${error.message}.`, { cause: error })
    }
    return work()
  })

/** Undoes what the work did. What PostgreSQL refuses is a result. */
async function attempted<T>(run: RunText, work: () => Promise<T>) {
  try {
    return { result: await inSavepoint(run, work), error: null }
  } catch (error) {
    if (!ofDatabase(error) || error.code === QUERY_CANCELED) throw error
    return { result: undefined, error: error.message }
  }
}

// PostgreSQL leaves out policies without an expression: one that permits lets nothing through, one that restricts all.
const usingOf = ({ using, is_permissive }: ListedPolicy) => using ?? String(!is_permissive)
const checkOf = (policy: ListedPolicy) => policy.with_check ?? usingOf(policy)

/** What each policy says of each row, by row. */
async function verdictsOn(
  run: RunText,
  table: TrialTable,
  policies: readonly ListedPolicy[],
  lines: readonly string[],
  expressionOf: (policy: ListedPolicy) => string,
): Promise<PolicyVerdict[][]> {
  const byRow: PolicyVerdict[][] = lines.map(() => [])
  const ask = (expression: string, asked: readonly string[]) =>
    attempted(run, () => run(verdictsOf(table, expression, asked)))
  for (const policy of policies) {
    const expression = expressionOf(policy)
    const { result, error } = await ask(expression, lines)
    for (const [index, line] of lines.entries()) {
      // One row that fails hides what the policy says of the others.
      const one = result ? { result: [result[index]!], error } : await ask(expression, [line])
      const verdict = one.result?.[0]?.[0]
      byRow[index]!.push({
        policy: policy.id,
        passes: verdict === undefined || verdict === null ? null : verdict === 't',
        error: one.error,
      })
    }
  }
  return byRow
}
