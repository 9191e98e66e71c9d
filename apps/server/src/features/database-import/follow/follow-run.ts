import { SWITCH_OVER_SECONDS } from '@basalt/contract/database-import/database-import.rules.ts'
import type { ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import {
  followedTables,
  subscribe,
  tableSlotsOf,
  unsubscribe,
} from '../../../platform/other-databases/subscriptions.ts'
import { sequenceValues } from '../../../platform/pg-dump/dump-catalog.ts'
import { countedTables } from '../counted-tables.ts'
import { finishImportRole, importRole } from '../import-role.ts'
import { asImportRole, createTables, type ImportOptions } from '../import-run.ts'
import { Refusals } from '../refusals.ts'
import {
  cleanupSql,
  hasConfirmed,
  lockAgainstWrites,
  positionNow,
  publish,
  publishedTables,
  unpublish,
} from './at-source.ts'
import { type FollowPlan, followName } from './follow-plan.ts'

/**
 * Creates what a source has without its rows, and lets PostgreSQL copy and follow them. Its keys exist before its rows,
 * because updates and deletes need them. When this throws, what there is has to be removed on both sides.
 */
export async function startFollowing(options: ImportOptions): Promise<void> {
  const { id, source, admin, enterPhase } = options
  const name = followName(id)
  const project = asImportRole(options.project, importRole(id))
  const { tables, report, plan } = await source.during(async (holder) => {
    const { tables, definition, refused, roles } = await createTables(options, holder)
    await enterPhase('constraints')
    await project((client) => refused.run(client, definition.after))
    const report: ImportReport = { tables: [], created_roles: roles, ...refused.reported() }
    const plan: FollowPlan = { last: definition.last, tableSlots: null, sequences: [] }
    return { tables, report, plan }
  })
  await enterPhase('connecting', { report, follow: plan })
  await source.during((client) => publish(client, name, tables))
  await subscribe(admin, name, await source.conninfo(), { publications: [name] }).catch(explainRefusal)
  await enterPhase('following', { follow: { ...plan, tableSlots: await tableSlotsOf(admin, name) } })
}

const explainRefusal = (cause: Error): never => {
  throw new AppError('upstream_failed', `The project could not subscribe to the source: ${cause.message}`, {
    cause,
  })
}

interface SwitchOver extends Omit<ImportOptions, 'check' | 'progress' | 'executed'> {
  readonly plan: FollowPlan
}

/**
 * Waits until a followed source's last change has arrived, with its tables locked against writes, and ends following it.
 * Throws, with everything as before, when the source does not come to rest. What has passed `finishing` is completed by
 * `finishFollowing`.
 */
export async function switchOver(options: SwitchOver): Promise<{
  plan: FollowPlan
  /** SQL for what could not be removed from the source; null when nothing is left there. */
  leftAtSource: string | null
}> {
  const { id, source, schemas, admin, plan, signal, enterPhase } = options
  const name = followName(id)
  const waiting = (await followedTables(admin, name)).find(({ state }) => state !== 'streaming')
  if (waiting)
    throw new AppError(
      'conflict',
      `${waiting.schema}.${waiting.name} is still being copied. Switch over once every table is streaming.`,
    )
  return source.during(async (locker) => {
    const tables = await publishedTables(locker, name)
    await lockAgainstWrites(locker, tables)
    const switched = await source.during(async (client) => {
      const position = await positionNow(client)
      await untilConfirmed(client, name, position, signal)
      const finished = { ...plan, sequences: await sequenceValues(client, schemas) }
      await enterPhase('finishing', { follow: finished })
      await unsubscribe(admin, name, true)
      // From here on, the import is going to succeed.
      const leftAtSource = await unpublish(client, name, plan.tableSlots).then(
        () => null,
        () => cleanupSql(name, plan.tableSlots),
      )
      return { plan: finished, leftAtSource }
    })
    await locker.query('rollback').catch(() => undefined)
    return switched
  })
}

const POLL_MS = 100

async function untilConfirmed(source: pg.Client, name: string, position: string, signal: AbortSignal) {
  const deadline = Date.now() + SWITCH_OVER_SECONDS * 1000
  while (!(await hasConfirmed(source, name, position))) {
    signal.throwIfAborted()
    if (Date.now() > deadline)
      throw new AppError(
        'conflict',
        `The project did not catch up within ${SWITCH_OVER_SECONDS} seconds. The source may write again. Switch over once the lag is small.`,
      )
    await source.query(`select pg_catalog.pg_sleep(${POLL_MS / 1000})`)
  }
}

/** Completes an import that no longer follows its source. Can be repeated. */
export async function finishFollowing(
  options: Omit<SwitchOver, 'source' | 'schemas'> &
    Pick<ImportOptions, 'executed'> & { readonly report: ImportReport },
): Promise<void> {
  const { id, admin, plan, report, executed, enterPhase } = options
  const role = importRole(id)
  const refused = new Refusals(executed)
  const tables = await asImportRole(
    options.project,
    role,
  )(async (client) => {
    await refused.run(client, plan.sequences)
    await refused.run(client, plan.last)
    return countedTables(client)
  })
  const { left_out, left_out_count } = refused.reported()
  await enterPhase('finishing', {
    report: {
      ...report,
      tables,
      left_out: [...report.left_out, ...left_out],
      left_out_count: report.left_out_count + left_out_count,
    },
  })
  await finishImportRole(admin, role)
}
