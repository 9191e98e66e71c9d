import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { PAST_MOMENT_DAYS, pastMomentName } from '@basalt/contract/time-machine/time-machine.rules.ts'
import type {
  BroughtBack,
  PastMoment,
  PastMomentChoice,
  PastTable,
  RowsToBringBack,
  TableDifference,
} from '@basalt/contract/time-machine/time-machine.schema.ts'
import { OrphanFound } from '@basalt/merge/rows/foreign-keys.ts'
import { onlyTable } from '@basalt/merge/rows/mergeable-table.ts'
import { writeRows } from '@basalt/merge/rows/write-rows.ts'
import { SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { PastData } from '../branches/branches.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { pairNamed, pastTables, rowsToWrite, tableDifference } from './compared-tables.ts'
import { createDropped, tableDefinition } from './dropped-table.ts'
import type { PastSessions } from './past-sessions.ts'
import type { TimeMachineStore } from './time-machine.store.ts'

interface NewPastBranch {
  branch_name: string
  persistent: boolean
  with_data: boolean
  expires_after_days: number
}

/** How past moments become branches, and stop being them. */
export interface PastBranches {
  create(from: string, branch: NewPastBranch, options: { past: PastData }): Promise<Branch>
  remove(branch: Branch): Promise<Branch>
}

interface Deps {
  store: TimeMachineStore
  sessions: PastSessions
  backups: Pick<Backups, 'pastData' | 'restorePoint'>
  branches: PastBranches
  findBranch(ref: string): Promise<Branch | undefined>
  recorded: Ledger['recorded']
}

interface Named {
  schema: string
  name: string
}

export type TimeMachineService = ReturnType<typeof timeMachineService>

/** Opens past moments of a project beside the present, and brings rows and tables back from them. */
export function timeMachineService({ store, sessions, backups, branches, findBranch, recorded }: Deps) {
  /** Throws `not_found`, and `conflict` while it is being opened. */
  const opened = async (ref: string, past: string): Promise<PastMoment> => {
    const moment = await store.find(ref, past)
    if (!moment) throw notFound('Past moment', past)
    if (moment.status !== 'ACTIVE_HEALTHY')
      throw new AppError('conflict', 'This moment is not open yet, or could not be opened.', {
        details: { status: moment.status },
      })
    return moment
  }

  const pointBefore = (ref: string, { schema, name }: Named) =>
    backups.restorePoint(ref, `Before ${schema}.${name} was brought back`, { reason: 'bring_back' })

  return {
    list: store.list,

    /**
     * Returns at once, while the moment is restored. Throws `validation_failed` for a moment that cannot be restored, and
     * `conflict` when it is open already or the plan allows no more branches. The data from before a restore, which has one
     * button for both, is returned when it is open.
     */
    async open(ref: string, choice: PastMomentChoice): Promise<PastMoment> {
      const past = await backups.pastData(ref, choice, { isReadOnly: true })
      if (choice.before_restore !== undefined) {
        const open = (await store.list(ref)).find(({ moment: at }) => at === past.moment)
        if (open && open.status !== 'GOING_DOWN') return open
      }
      const { project_ref } = await branches.create(
        ref,
        {
          branch_name: pastMomentName(past.moment),
          persistent: false,
          with_data: true,
          expires_after_days: PAST_MOMENT_DAYS,
        },
        { past },
      )
      const moment = await store.find(ref, project_ref)
      if (!moment) throw notFound('Past moment', project_ref)
      return moment
    },

    /** Throws `not_found`. */
    async close(ref: string, past: string) {
      const branch = (await store.find(ref, past)) && (await findBranch(past))
      if (!branch) throw notFound('Past moment', past)
      await branches.remove(branch)
    },

    async tables(ref: string, past: string, signal: AbortSignal): Promise<PastTable[]> {
      await opened(ref, past)
      return sessions.read({ past, present: ref }, signal, pastTables)
    },

    /** Throws `not_found`, and `conflict` for a table that cannot be compared. */
    async compare(ref: string, past: string, table: Named, signal: AbortSignal): Promise<TableDifference> {
      await opened(ref, past)
      return sessions.read({ past, present: ref }, signal, (runs) => tableDifference(runs, table))
    },

    /**
     * Gives rows their past state in one transaction. Triggers do not fire; foreign keys are checked. Throws `conflict` when
     * rows have changed meanwhile or would reference nothing; then nothing was changed.
     */
    async bringBackRows(
      call: MemberCall,
      past: string,
      { schema, name, ...chosen }: RowsToBringBack,
    ): Promise<BroughtBack> {
      const { ref, signal } = call
      const { moment } = await opened(ref, past)
      await pointBefore(ref, { schema, name })
      return recorded(call, 'time_machine', (note) =>
        sessions.write({ past, present: ref }, signal, async ({ past: before, present, presentClient }) => {
          await presentClient.query(SESSION_SETTINGS)
          const pair = await pairNamed({ past: before, present }, { schema, name })
          await presentClient.query(`lock table ${onlyTable(pair.present)} in share row exclusive mode`)
          const work = await rowsToWrite({ past: before, present }, pair, chosen)
          const statements = [`-- Rows of ${quoteQualified(schema, name)} as of ${moment}`]
          const rows = work.put.length + work.remove.length
          note({ kind: 'data', statements, rows, missing: 'rows' })
          const { put, removed } = await writeRows({
            target: present,
            branch: before,
            tables: [{ branch: pair.past, target: pair.present, base: undefined, ...work, renumber: [] }],
          }).catch((error) => {
            if (!(error instanceof OrphanFound)) throw error
            throw new AppError('conflict', orphanText(error), { cause: error })
          })
          return { written: put, removed }
        }),
      )
    },

    /** Creates a dropped table with its rows, in one transaction. Throws `conflict` when it exists. */
    async bringBackTable(call: MemberCall, past: string, table: Named): Promise<BroughtBack> {
      const { ref, signal } = call
      await opened(ref, past)
      const found = (await sessions.read({ past, present: ref }, signal, pastTables)).find(
        ({ schema, name }) => schema === table.schema && name === table.name,
      )
      if (!found) throw notFound('Table', `${table.schema}.${table.name}`)
      if (found.state !== 'dropped')
        throw new AppError('conflict', `${table.schema}.${table.name} exists. Bring its rows back instead.`)
      const definition = await sessions.onPast(past, signal, (client) =>
        tableDefinition(client, table, signal),
      )
      await pointBefore(ref, table)
      return recorded(call, 'time_machine', (note) =>
        sessions.write({ past, present: ref }, signal, async ({ pastClient, presentClient }) => {
          const statements = [definition.before, definition.after].filter((sql) => sql !== '')
          note({ kind: 'schema', statements })
          return {
            written: await createDropped(pastClient, presentClient, { table, definition }),
            removed: 0,
          }
        }),
      )
    },
  }
}

const orphanText = ({ foreignKey: { from, to } }: OrphanFound) =>
  `A row of ${from.schema}.${from.name} would reference a row of ${to.schema}.${to.name} that is gone. Nothing was changed. Bring back the rows of ${to.schema}.${to.name} first, or choose fewer rows.`
