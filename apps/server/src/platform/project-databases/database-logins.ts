import { createHmac } from 'node:crypto'
import { type Endpoint, type Engine, ignoreMissingInstance } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { ProjectSecrets, ReadableSecrets } from '../secrets/project-secrets.ts'
import {
  asUnanswered,
  type ConnectionTarget,
  endWithin,
  openAdminConnection,
  withAdminConnection,
} from './admin-connection.ts'
import { ADMIN_ROLE, AUTHENTICATOR_ROLE, DATABASE, type LoginRole, USER_ROLE } from './database-roles.ts'
import type { InstanceLocks } from './instance-locks.ts'
import { keptSessions } from './kept-sessions.ts'

/** Work over one connection, which is closed afterwards. */
type AdminWork<T> = (client: pg.Client) => Promise<T>

/** The default time limit of `sessionIfAwake`, in milliseconds. */
const INSPECT_TIMEOUT_MS = 10_000

/** How long each statement of `keptSessionIfAwake`, or its login, may take, in milliseconds. */
const KEPT_STATEMENT_TIMEOUT_MS = 5_000

interface Deps {
  engine: Engine
  secrets: ProjectSecrets
  locks: InstanceLocks
}

/**
 * Starts a sleeping database; undefined when it does not run for another reason.
 * Throws `instance_unavailable` when it cannot be started.
 */
type Wake = (ref: string) => Promise<Endpoint | undefined>

export type DatabaseLogins = ReturnType<typeof databaseLogins>

/** The address of a project's database, internal and public, and the password with which a role logs in. */
export function databaseLogins({ engine, secrets, locks }: Deps) {
  let wake: Wake = async () => undefined
  const endpoints = new Map<string, Endpoint>()
  const adminSessions = new Map<string, number>()
  engine.subscribe(({ id, state }) => {
    // A restart after a crash may have moved to another port.
    if (state !== 'running') endpoints.delete(id)
  })
  const runningEndpoint = async (ref: string) => {
    const endpoint = endpoints.get(ref) ?? (await engine.endpoint(ref))
    if (endpoint) endpoints.set(ref, endpoint)
    return endpoint
  }
  /** Wakes a sleeping database, and keeps it awake for the duration of the work. */
  const awake = async <T>(ref: string, work: (endpoint: Endpoint) => T | Promise<T>): Promise<T> => {
    const release = await locks.hold(ref)
    try {
      return await work(orUnavailable((await runningEndpoint(ref)) ?? (await wake(ref))))
    } finally {
      release()
    }
  }
  const endpointOf = (ref: string) => awake(ref, (endpoint) => endpoint)
  const loginOf = async (ref: string, role: LoginRole) => ({
    user: role,
    password: await passwordOf(secrets, ref, role),
    database: DATABASE,
  })
  const internalTarget = async (
    ref: string,
    role: LoginRole,
    { host, port, socket }: Endpoint,
  ): Promise<ConnectionTarget> => ({ host: socket ?? host, port, ...(await loginOf(ref, role)) })

  const countSession = (ref: string) => void adminSessions.set(ref, (adminSessions.get(ref) ?? 0) + 1)

  const runAsAdmin = async <T>(
    ref: string,
    endpoint: Endpoint,
    work: AdminWork<T>,
    limits?: { statementTimeoutMs: number },
  ) => {
    const counted = (client: pg.Client) => {
      countSession(ref)
      return work(client)
    }
    return withAdminConnection(await internalTarget(ref, ADMIN_ROLE, endpoint), counted, limits)
  }

  const kept = keptSessions()
  const openKept = async (ref: string, endpoint: Endpoint) => {
    const client = await openAdminConnection(await internalTarget(ref, ADMIN_ROLE, endpoint), {
      statementTimeoutMs: KEPT_STATEMENT_TIMEOUT_MS,
    })
    try {
      // PostgreSQL counts it now, not at some later moment, in which it would look like a session of somebody else.
      await client.query('select pg_catalog.pg_stat_force_next_flush()')
    } catch (error) {
      await endWithin(client)
      throw asUnanswered(error)
    }
    countSession(ref)
    return client
  }

  return {
    /** Until this is called, a sleeping database counts as stopped. */
    wakeBy(starter: Wake) {
      wake = starter
    },

    /**
     * The internal login, which no network rule blocks; to the primary unless another database of the project is named.
     * Wakes a sleeping database. Throws `instance_unavailable` when it does not run.
     */
    internal: async (ref: string, role: LoginRole, database = ref) =>
      internalTarget(ref, role, await endpointOf(database)),

    /** Wakes a sleeping database, and keeps it awake until the work is done. Throws `instance_unavailable` when it does not run. */
    whileAwake: <T>(ref: string, work: () => Promise<T>): Promise<T> => awake(ref, work),

    /** For code that starts or stops a database: does not wake it, and works while it is locked. */
    internalWhileLocked: async (ref: string, role: LoginRole) =>
      internalTarget(ref, role, orUnavailable(await runningEndpoint(ref))),

    /** The public login; to the primary unless another database of the project is named. Wakes it. Throws `instance_unavailable` when it does not run. */
    async public(ref: string, role: LoginRole, database = ref): Promise<ConnectionTarget> {
      const { host, port } = await endpointOf(database)
      return { host, port, ...(await loginOf(ref, role)) }
    },

    /** Whether the server logs in to a running database as this role whatever the role's password is. */
    isPasswordless: async (ref: string, role: LoginRole) =>
      (await runningEndpoint(ref))?.passwordlessRoles?.includes(role) ?? false,

    /** Closes the kept session of a database that is about to stop, once it is not in use. */
    releaseKept: kept.release,

    closeKept: kept.closeAll,

    asAdmin: {
      /** Runs work that a caller waits for. Wakes a sleeping database, and keeps it awake until the work is done. */
      session: <T>(ref: string, work: AdminWork<T>): Promise<T> =>
        awake(ref, (endpoint) => runAsAdmin(ref, endpoint, work)),

      /**
       * Inspects a database; undefined while it does not run. Neither wakes it nor keeps it awake.
       * Throws `instance_unavailable` when a statement is not answered in time, by default within ten seconds.
       */
      async sessionIfAwake<T>(
        ref: string,
        work: AdminWork<T>,
        { database = ref, statementTimeoutMs = INSPECT_TIMEOUT_MS } = {},
      ): Promise<T | undefined> {
        const release = locks.observe(database)
        try {
          const endpoint = release && (await runningEndpoint(database))
          return endpoint && (await runAsAdmin(ref, endpoint, work, { statementTimeoutMs }))
        } finally {
          release?.()
        }
      },

      /**
       * Like `sessionIfAwake`, for what inspects a database again and again: over one session for all such work, which is
       * kept until `releaseKept`. Work that finds it in use for a second gets a session of its own. Statements leave nothing
       * behind in the session, and may be prepared. Each may take five seconds.
       */
      async keptSessionIfAwake<T>(ref: string, work: AdminWork<T>): Promise<T | undefined> {
        const release = locks.observe(ref)
        try {
          const endpoint = release && (await runningEndpoint(ref))
          if (!endpoint) return undefined
          return await kept.run(ref, () => openKept(ref, endpoint), work)
        } finally {
          release?.()
        }
      },

      /** For code that starts or stops a database and has locked it. */
      sessionWhileLocked: async <T>(ref: string, work: AdminWork<T>): Promise<T> =>
        runAsAdmin(ref, orUnavailable(await runningEndpoint(ref)), work),

      /** For code that is about to stop a database, in whatever state it is; undefined when it does not run. */
      async sessionBeforeStop<T>(ref: string, work: AdminWork<T>): Promise<T | undefined> {
        const endpoint = await runningEndpoint(ref).catch(ignoreMissingInstance)
        return endpoint && runAsAdmin(ref, endpoint, work)
      },

      /** How many of these sessions a database has had since the server started. */
      sessionsOf: (ref: string) => adminSessions.get(ref) ?? 0,
    },
  }
}

function orUnavailable(endpoint: Endpoint | undefined): Endpoint {
  if (endpoint) return endpoint
  throw new AppError('instance_unavailable', 'The database of this project is not running')
}

/** The read-only role's password is derived, so that projects older than that role have one too. */
export async function passwordOf(secrets: ReadableSecrets, ref: string, role: LoginRole) {
  if (role === USER_ROLE) return secrets.read(ref, 'database_password')
  if (role === AUTHENTICATOR_ROLE) return secrets.read(ref, 'authenticator_password')
  const superuserPassword = await secrets.read(ref, 'superuser_password')
  if (role === ADMIN_ROLE) return superuserPassword
  return createHmac('sha256', superuserPassword).update(role).digest('base64url')
}
