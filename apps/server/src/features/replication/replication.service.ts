import { isOfImport, isPlatformSlot } from '@basalt/contract/replication/replication.rules.ts'
import type { NewSubscription, SubscriptionChange } from '@basalt/contract/replication/replication.schema.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import {
  createSubscriptionSql,
  dropSlotSql,
  dropSubscriptionSql,
  reconnectSubscriptionSql,
  setPublicationsSql,
  switchSubscriptionSql,
} from '@basalt/sql/subscription.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import { sourceAt } from '../../platform/other-databases/source.ts'
import {
  reconnectSubscription,
  subscribe,
  unsubscribe,
} from '../../platform/other-databases/subscriptions.ts'
import { userSession } from '../../platform/other-databases/user-session.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { LOCK_NOT_AVAILABLE } from '../../platform/project-databases/sql/sql-failed.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { readReplicationOf } from './read-replication.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  readonly recorded: RecordedChange
  /** The addresses that publishers may have. */
  readonly reach: Reach
}

/** How long a change may take, in seconds: some connect to the publisher. */
const CHANGE_SECONDS = 60

const OBJECT_IN_USE = '55006'

export type ReplicationService = ReturnType<typeof replicationService>

/** Logical replication of projects to and from other servers. Changes run as `postgres`, and are recorded. */
export function replicationService({ databases, recorded, reach }: Deps) {
  const asUser = async <T>(ref: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    try {
      return await userSession(ref, { databases, seconds: CHANGE_SECONDS }, async (client) => {
        await client.query(`set lock_timeout = '${SCHEMA_LOCK_TIMEOUT_SECONDS}s'`)
        return work(client)
      })
    } catch (error) {
      throw refusal(error)
    }
  }

  /** Runs a change, and records its SQL, with what it leaves out. */
  const change = (
    call: MemberCall,
    statements: readonly string[],
    work: (client: pg.Client) => Promise<unknown>,
    missing?: 'secrets',
  ) =>
    recorded(call, 'database_pages', async (note) => {
      note({ kind: 'schema', statements, ...(missing && { missing }) })
      await asUser(call.ref, work)
    })

  /** Throws `validation_failed` for an address that PostgreSQL or this installation does not subscribe to. */
  const publisherAt = (connectionString: string, { signal }: MemberCall) => {
    const publisher = sourceAt(connectionString, { reach, signal })
    if (publisher.encryption === 'verified')
      throw new AppError(
        'validation_failed',
        'Certificates of publishers cannot be verified. Use sslmode=require.',
      )
    if (publisher.password === '')
      throw new AppError(
        'validation_failed',
        'The connection string has no password. PostgreSQL subscribes only with one.',
      )
    return publisher
  }

  const mustBeOwn = async (ref: string, name: string) => {
    const { rows } = await databases.asAdmin.session(ref, (admin) =>
      admin.query<{ is_enabled: boolean }>(
        'select subenabled as is_enabled from pg_catalog.pg_subscription where subname = $1',
        [name],
      ),
    )
    const [found] = rows
    if (!found) throw notFound('Subscription', name)
    if (isOfImport(name))
      throw new AppError(
        'conflict',
        'This subscription belongs to an import. Switch it over or cancel it on the page Bring your database.',
      )
    return found
  }

  return {
    read: (ref: string) => databases.asAdmin.session(ref, readReplicationOf),

    /**
     * Creates a subscription with a slot at the publisher. Throws `validation_failed` for the address, and
     * `upstream_failed` when the publisher does not answer or refuses the slot.
     */
    async create(call: MemberCall, { name, connection_string, publications, copies_rows }: NewSubscription) {
      const publisher = publisherAt(connection_string, call)
      const work = async () => {
        await publisher.during(async (there) => {
          await mustPublish(there, publications)
          await there.query(`set statement_timeout = '${CHANGE_SECONDS}s'`)
          await there.query(
            `select pg_catalog.pg_create_logical_replication_slot(${quoteLiteral(name)}, 'pgoutput')`,
          )
        })
        try {
          const connection = await publisher.conninfo()
          await databases.asAdmin.session(call.ref, (admin) =>
            subscribe(admin, name, connection, { publications, copiesRows: copies_rows }),
          )
        } catch (error) {
          // A slot without a subscriber fills the publisher's disk.
          await publisher.during((there) =>
            there.query('select pg_catalog.pg_drop_replication_slot($1)', [name]),
          )
          throw error
        }
      }
      await change(call, [createSubscriptionSql(name, publications, copies_rows)], work, 'secrets')
    },

    /**
     * Each statement is one transaction: PostgreSQL refuses to take up tables within a longer one, because it connects to
     * the publisher. Throws `not_found`, `sql_failed` for what PostgreSQL refuses, and of an edit what `create` throws.
     */
    async change(call: MemberCall, name: string, asked: SubscriptionChange) {
      const { is_enabled } = await mustBeOwn(call.ref, name)
      if (asked.action !== 'edit') {
        const sql = switchSubscriptionSql(name, asked.action)
        return change(call, [sql], (client) => client.query(sql))
      }
      const { publications, connection_string } = asked
      const publisher = connection_string === undefined ? undefined : publisherAt(connection_string, call)
      const reconnects = publisher ? [reconnectSubscriptionSql(name)] : []
      const sets = publications ? [setPublicationsSql(name, publications, is_enabled)] : []
      const work = async (client: pg.Client) => {
        if (publisher) {
          // A publisher that does not answer, or has other publications, changes nothing.
          await publisher.during((there) => mustPublish(there, publications ?? []))
          const connection = await publisher.conninfo()
          await databases.asAdmin.session(call.ref, (admin) => reconnectSubscription(admin, name, connection))
        }
        for (const sql of sets) await client.query(sql)
      }
      return change(call, [...reconnects, ...sets], work, publisher && 'secrets')
    },

    /** Throws `not_found`, and `sql_failed` when the publisher is away and its slot was not to be left. */
    async drop(call: MemberCall, name: string, leavesSlot: boolean) {
      await mustBeOwn(call.ref, name)
      const statements = dropSubscriptionSql(name, leavesSlot)
      await change(call, statements, async (client) =>
        leavesSlot
          ? databases.asAdmin.session(call.ref, (admin) => unsubscribe(admin, name, false))
          : client.query(statements.join('; ')),
      )
    },

    /** Throws `not_found`, and `conflict` for one of the platform and while a subscriber uses it. */
    async dropSlot(call: MemberCall, name: string) {
      const { slots } = await databases.asAdmin.session(call.ref, readReplicationOf)
      if (!slots.some((slot) => slot.name === name)) throw notFound('Replication slot', name)
      if (isPlatformSlot(name))
        throw new AppError(
          'conflict',
          'The platform keeps this slot for a read replica, for backups or for a branch, and drops it itself.',
        )
      const sql = dropSlotSql(name)
      await change(call, [sql], (client) => client.query(sql))
    },
  }
}

async function mustPublish(publisher: pg.Client, publications: readonly string[]) {
  const { rows } = await publisher.query<{ name: string }>(
    'select pubname as name from pg_catalog.pg_publication where pubname = any ($1)',
    [publications],
  )
  const missing = publications.find((name) => !rows.some((row) => row.name === name))
  if (missing !== undefined)
    throw new AppError('validation_failed', `The publisher has no publication ${missing}.`)
}

/** What PostgreSQL said, here or at the publisher. */
function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === OBJECT_IN_USE)
    return new AppError('conflict', `${error.message}. Disable or drop its subscription first.`, {
      cause: error,
    })
  if (error.code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      `Another transaction has kept the subscription locked for ${SCHEMA_LOCK_TIMEOUT_SECONDS} seconds. Nothing was changed. Try again.`,
      { cause: error },
    )
  return new AppError('sql_failed', [error.message, error.hint].filter(Boolean).join('. '), { cause: error })
}
