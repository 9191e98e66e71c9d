import { createHmac } from 'node:crypto'
import type { Endpoint, Engine } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { ProjectSecrets } from '../secrets/project-secrets.ts'
import { type ConnectionTarget, withAdminConnection } from './admin-connection.ts'
import { ADMIN_ROLE, AUTHENTICATOR_ROLE, DATABASE, type LoginRole, USER_ROLE } from './database-roles.ts'
import type { InstanceDoors } from './instance-doors.ts'

/** Works over one connection, which is closed afterwards. */
type AdminWork<T> = (client: pg.Client) => Promise<T>

/** How long an inspection of a database may take by default, in milliseconds. */
const LOOK_WITHIN_MS = 10_000

interface Deps {
  engine: Engine
  secrets: ProjectSecrets
  doors: InstanceDoors
}

/**
 * Starts a database that sleeps; undefined when it does not run for another reason.
 * Throws `instance_unavailable` when it cannot be started.
 */
type Wake = (ref: string) => Promise<Endpoint | undefined>

export type DatabaseLogins = ReturnType<typeof databaseLogins>

/** Where a project's database answers to the platform and to everybody else, and with which password a role logs in. */
export function databaseLogins({ engine, secrets, doors }: Deps) {
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
  /** Wakes a database that sleeps, and keeps it awake for as long as the work takes. */
  const awake = async <T>(ref: string, work: (endpoint: Endpoint) => T | Promise<T>): Promise<T> => {
    const leave = await doors.enter(ref)
    try {
      return await work(orUnavailable((await runningEndpoint(ref)) ?? (await wake(ref))))
    } finally {
      leave()
    }
  }
  const endpointOf = (ref: string) => awake(ref, (endpoint) => endpoint)
  const loginOf = async (ref: string, role: LoginRole) => ({
    user: role,
    password: await passwordOf(secrets, ref, role),
    database: DATABASE,
  })
  const platformTarget = async (
    ref: string,
    role: LoginRole,
    { host, port, socket }: Endpoint,
  ): Promise<ConnectionTarget> => ({ host: socket ?? host, port, ...(await loginOf(ref, role)) })

  const runAsAdmin = async <T>(
    ref: string,
    endpoint: Endpoint,
    work: AdminWork<T>,
    limits?: { answerWithinMs: number },
  ) => {
    const counted = (client: pg.Client) => {
      adminSessions.set(ref, (adminSessions.get(ref) ?? 0) + 1)
      return work(client)
    }
    return withAdminConnection(await platformTarget(ref, ADMIN_ROLE, endpoint), counted, limits)
  }

  return {
    /** Until this is set, a database that sleeps counts as one that does not run. */
    wakeBy(starter: Wake) {
      wake = starter
    },

    /**
     * The platform's own way in, which no rule about who may connect closes; to the primary unless another database of
     * the project is named. Wakes a database that sleeps. Throws `instance_unavailable` when it does not run.
     */
    platform: async (ref: string, role: LoginRole, database = ref) =>
      platformTarget(ref, role, await endpointOf(database)),

    /** For code that starts or stops a database: it is not woken, and its door may be closed. */
    platformBehindDoor: async (ref: string, role: LoginRole) =>
      platformTarget(ref, role, orUnavailable(await runningEndpoint(ref))),

    /** The way in that everybody has. Wakes a database that sleeps. Throws `instance_unavailable` when it does not run. */
    async public(ref: string, role: LoginRole): Promise<ConnectionTarget> {
      const { host, port } = await endpointOf(ref)
      return { host, port, ...(await loginOf(ref, role)) }
    },

    /** Whether the platform logs in to a running database as this role whatever the role's password is. */
    isPasswordless: async (ref: string, role: LoginRole) =>
      (await runningEndpoint(ref))?.passwordlessRoles?.includes(role) ?? false,

    asAdmin: {
      /** For somebody who waits for it. Wakes a database that sleeps, and keeps it awake until the work is done. */
      session: <T>(ref: string, work: AdminWork<T>): Promise<T> =>
        awake(ref, (endpoint) => runAsAdmin(ref, endpoint, work)),

      /**
       * Inspects a database; undefined while it does not run. Neither wakes it nor keeps it awake.
       * Throws `instance_unavailable` when a statement is not answered in time, by default within ten seconds.
       */
      async sessionIfAwake<T>(
        ref: string,
        work: AdminWork<T>,
        { database = ref, answerWithinMs = LOOK_WITHIN_MS } = {},
      ): Promise<T | undefined> {
        const leave = doors.lookIn(database)
        try {
          const endpoint = leave && (await runningEndpoint(database))
          return endpoint && (await runAsAdmin(ref, endpoint, work, { answerWithinMs }))
        } finally {
          leave?.()
        }
      },

      /** For code that starts or stops a database, and has closed its door. */
      sessionBehindDoor: async <T>(ref: string, work: AdminWork<T>): Promise<T> =>
        runAsAdmin(ref, orUnavailable(await runningEndpoint(ref)), work),

      /** How many such sessions a database has had since this server started. */
      sessionsOf: (ref: string) => adminSessions.get(ref) ?? 0,
    },
  }
}

function orUnavailable(endpoint: Endpoint | undefined): Endpoint {
  if (endpoint) return endpoint
  throw new AppError('instance_unavailable', 'The database of this project is not running')
}

/** The read-only role's password follows from another, so that projects made before there was that role have it too. */
export async function passwordOf(secrets: ProjectSecrets, ref: string, role: LoginRole) {
  if (role === USER_ROLE) return secrets.read(ref, 'database_password')
  if (role === AUTHENTICATOR_ROLE) return secrets.read(ref, 'authenticator_password')
  const superuserPassword = await secrets.read(ref, 'superuser_password')
  if (role === ADMIN_ROLE) return superuserPassword
  return createHmac('sha256', superuserPassword).update(role).digest('base64url')
}
