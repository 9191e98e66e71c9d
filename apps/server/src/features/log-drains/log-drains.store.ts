import { LogDrainTarget } from '@basalt/contract/log-drains/log-drains.schema.ts'
import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { wholeSources } from '@basalt/contract/logs/logs.rules.ts'
import { type Selectable, sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** How far each source has come: the position of the last confirmed event. */
export type Positions = ReadonlyMap<LogSourceId, number>

/** A drain with its secrets. */
export interface StoredDrain {
  readonly id: string
  readonly ref: string
  readonly name: string
  readonly target: LogDrainTarget
  /** Those that are sent, which each have a position. */
  readonly positions: Positions
  readonly isPaused: boolean
  readonly createdAt: string
  readonly delivered: number
  readonly lost: number
  readonly refused: number
  readonly lastDeliveryAt: string | null
  readonly failure: DrainFailure | null
}

export interface DrainFailure {
  readonly message: string
  readonly since: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
}

interface NewDrain extends Pick<StoredDrain, 'id' | 'ref' | 'name' | 'target' | 'positions'> {
  /** Drains that the project may have. */
  max: number
}

interface DrainChange {
  name?: string | undefined
  target?: LogDrainTarget | undefined
  isPaused?: boolean | undefined
  /** Positions of sources that are new; sources that it does not name are no longer sent. */
  positions?: Positions | undefined
}

export type LogDrainStore = ReturnType<typeof logDrainStore>

/** The drains of projects. Everything about their receivers is sealed. */
export function logDrainStore(metadata: Metadata, secrets: Secrets) {
  const sealed = (target: LogDrainTarget) => secrets.seal(JSON.stringify(target))

  async function withPositions(rows: readonly Selectable<MetadataSchema['log_drains']>[]) {
    const positions =
      rows.length === 0
        ? []
        : await metadata
            .selectFrom('log_drain_positions')
            .selectAll()
            .where(
              'drain_id',
              'in',
              rows.map(({ id }) => id),
            )
            .execute()
    return rows.map((row): StoredDrain => {
      const own = new Map(
        positions
          .filter(({ drain_id }) => drain_id === row.id)
          .map(({ source, position }) => [source, Number(position)]),
      )
      return {
        id: row.id,
        ref: row.ref,
        name: row.name,
        target: LogDrainTarget.parse(JSON.parse(secrets.open(row.sealed_target))),
        positions: new Map(
          wholeSources.flatMap((source) => (own.has(source) ? [[source, own.get(source)!]] : [])),
        ),
        isPaused: row.is_paused,
        createdAt: row.created_at,
        delivered: Number(row.delivered),
        lost: Number(row.lost),
        refused: Number(row.refused),
        lastDeliveryAt: row.last_delivery_at,
        failure:
          row.failure === null
            ? null
            : {
                message: row.failure,
                since: new Date(row.failing_since!),
                attempts: row.attempts!,
                nextAttemptAt: new Date(row.next_attempt_at!),
              },
      }
    })
  }

  const drains = () => metadata.selectFrom('log_drains').selectAll().orderBy('created_at').orderBy('id')

  return {
    /** The drains of all projects. */
    all: async () => withPositions(await drains().execute()),

    /** The drains of a project, oldest first. */
    list: async (ref: string) => withPositions(await drains().where('ref', '=', ref).execute()),

    async find(ref: string, id: string): Promise<StoredDrain | undefined> {
      const rows = await drains().where('ref', '=', ref).where('id', '=', id).execute()
      return (await withPositions(rows))[0]
    },

    /** Throws `conflict` when the id is taken or the project has as many drains as its plan allows. */
    async create({ id, ref, name, target, positions, max }: NewDrain): Promise<void> {
      await metadata.transaction().execute(async (transaction) => {
        await sql`select from projects where ref = ${ref} for update`.execute(transaction)
        const { count } = await transaction
          .selectFrom('log_drains')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('ref', '=', ref)
          .executeTakeFirstOrThrow()
        if (Number(count) >= max)
          throw new AppError(
            'conflict',
            `The plan of this organization allows ${max} ${max === 1 ? 'log drain' : 'log drains'} for each project. Delete one, or change the plan.`,
          )
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('log_drains')
          .values({
            id,
            ref,
            name,
            kind: target.kind,
            sealed_target: sealed(target),
            sources: [...positions.keys()],
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 0n)
          throw new AppError('conflict', 'There is already a log drain with this id')
        await transaction
          .insertInto('log_drain_positions')
          .values([...positions].map(([source, position]) => ({ drain_id: id, source, position })))
          .execute()
      })
    },

    async change(id: string, { name, target, isPaused, positions }: DrainChange): Promise<void> {
      const changed = {
        ...(name !== undefined && { name }),
        ...(target !== undefined && { sealed_target: sealed(target) }),
        ...(isPaused !== undefined && { is_paused: isPaused }),
        ...(positions !== undefined && { sources: [...positions.keys()] }),
        // Another address, or a resumed drain, is tried at once.
        ...((target !== undefined || isPaused !== undefined) && NO_FAILURE),
      }
      await metadata.transaction().execute(async (transaction) => {
        await transaction.updateTable('log_drains').set(changed).where('id', '=', id).execute()
        if (positions === undefined) return
        await transaction
          .deleteFrom('log_drain_positions')
          .where('drain_id', '=', id)
          .where('source', 'not in', [...positions.keys()])
          .execute()
        await transaction
          .insertInto('log_drain_positions')
          .values([...positions].map(([source, position]) => ({ drain_id: id, source, position })))
          .onConflict((conflict) => conflict.columns(['drain_id', 'source']).doNothing())
          .execute()
      })
    },

    async remove(ref: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await metadata
        .deleteFrom('log_drains')
        .where('ref', '=', ref)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Events of a source up to this position are done with. */
    async advance(
      id: string,
      source: LogSourceId,
      position: number,
      counts: { delivered: number; refused: number; at: Date },
    ): Promise<void> {
      const { delivered, refused, at } = counts
      await sql`
        with moved as (
          update log_drain_positions set position = ${position}::bigint where drain_id = ${id} and source = ${source}
        )
        update log_drains set delivered = delivered + ${delivered}::bigint, refused = refused + ${refused}::bigint,
          last_delivery_at = case when ${delivered}::bigint > 0 then ${at} else last_delivery_at end,
          failure = null, failing_since = null, attempts = null, next_attempt_at = null
        where id = ${id}`.execute(metadata)
    },

    /** Events up to a position are going to be removed, so many of them unsent. */
    async lose(id: string, source: LogSourceId, through: number, lost: number): Promise<void> {
      await sql`
        with moved as (
          update log_drain_positions set position = greatest(position, ${through}::bigint)
          where drain_id = ${id} and source = ${source}
        )
        update log_drains set lost = lost + ${lost}::bigint where id = ${id}`.execute(metadata)
    },

    async fail(id: string, { message, since, attempts, nextAttemptAt }: DrainFailure): Promise<void> {
      await metadata
        .updateTable('log_drains')
        .set({ failure: message, failing_since: since, attempts, next_attempt_at: nextAttemptAt })
        .where('id', '=', id)
        .execute()
    },
  }
}

const NO_FAILURE = { failure: null, failing_since: null, attempts: null, next_attempt_at: null }
