import { createHash } from 'node:crypto'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import pg from 'pg'
import { type Migration, migrate } from '../../platform/metadata/migrations.ts'
import { passwordOf } from '../../platform/project-databases/database-logins.ts'
import { READ_ONLY_ROLE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { limitMessagesOf } from '../../platform/project-databases/limit-messages.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets, ReadableSecrets } from '../../platform/secrets/project-secrets.ts'
import { fitsVerifier, newVerifier } from '../../platform/secrets/scram.ts'

export type ProjectSetup = ReturnType<typeof projectSetup>

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin' | 'asMember' | 'logins'>
  secrets: ProjectSecrets
  migrations: Migration[]
  /** Of PostgreSQL, such as `18.4`. */
  postgresVersion: string
}

/** Turns a running instance into a project's database, whatever state it is in. */
export function projectSetup({ databases, secrets, migrations, postgresVersion }: Deps) {
  const befores: ((ref: string) => Promise<void>)[] = []
  const passwordsOf = async (ref: string, from: ReadableSecrets = secrets) => {
    const [user, reader, authenticator] = await Promise.all([
      passwordOf(from, ref, USER_ROLE),
      passwordOf(from, ref, READ_ONLY_ROLE),
      from.read(ref, 'authenticator_password'),
    ])
    return { [USER_ROLE]: user, [READ_ONLY_ROLE]: reader, authenticator }
  }
  const prepareIn = async (
    ref: string,
    superuser: pg.Client,
    { from, isUsersKept }: { from: ReadableSecrets; isUsersKept: boolean },
  ) => {
    // A past moment stays as it was when it was opened.
    if (await isSealed(superuser)) return
    await migrate(superuser, BOOKKEEPING_SCHEMA, migrations)
    // A copy has the rows of files, and not always what PostgreSQL reads.
    await superuser.query(`select ${BOOKKEEPING_SCHEMA}.place_foreign_files()`)
    await setPasswords(superuser, await passwordsOf(ref, from), isUsersKept)
  }
  const prepareStored = async (ref: string, superuser: pg.Client) => {
    const isUsersKept = await databases.logins.isPasswordless(ref, USER_ROLE)
    await prepareIn(ref, superuser, { from: secrets, isUsersKept })
  }
  const runBefores = async (ref: string) => {
    for (const before of befores) await before(ref)
  }
  return {
    /** Identifies the program whose `prepare` a database has had: its migrations and its PostgreSQL. */
    preparedBy: createHash('sha256')
      .update(JSON.stringify([postgresVersion, migrations]))
      .digest('base64url'),

    /** Adds work that is done before a database is prepared. */
    before(work: (ref: string) => Promise<void>) {
      befores.push(work)
    },

    /** Brings roles, schemas and functions up to date and sets the passwords of the roles that log in. */
    async prepare(ref: string) {
      await runBefores(ref)
      await databases.asAdmin.sessionWhileLocked(ref, (superuser) => prepareStored(ref, superuser))
    },

    /** The same in a session that the caller has, without event triggers and with nothing in its search path. */
    async prepareIn(ref: string, superuser: pg.Client) {
      await runBefores(ref)
      await prepareStored(ref, superuser)
    },

    /** Prepares a database that no project has yet. `beforePrepared` is not run. */
    prepareUnstored: (superuser: pg.Client, ref: string, from: ReadableSecrets) =>
      prepareIn(ref, superuser, { from, isUsersKept: false }),

    /** What has to be done for a project before its database is prepared. */
    beforePrepared: runBefores,

    /**
     * SQL with which a superuser sets the same passwords in a database before its first start, so that `prepare` need not.
     * `from` has the secrets of a project that is yet to be stored.
     */
    async passwordStatements(ref: string, from?: ReadableSecrets): Promise<string[]> {
      const passwords = Object.entries(await passwordsOf(ref, from))
      return Promise.all(
        passwords.map(async ([role, password]) => {
          const verifier = await newVerifier(password, originOf(role))
          return `update pg_catalog.pg_authid set rolpassword = ${pg.escapeLiteral(verifier)} where rolname = ${pg.escapeLiteral(role)}`
        }),
      )
    },

    /** As `probe`, for a database that nobody has locked: its first query need not wait for a connection. */
    probeForMembers: databases.asMember.probe,

    /** Verifies that the user's own role gets an answer, which ACTIVE_HEALTHY requires. */
    async probe(ref: string) {
      const client = new pg.Client({
        ...(await databases.logins.internalWhileLocked(ref, USER_ROLE)),
        connectionTimeoutMillis: 10_000,
      })
      client.on('error', () => undefined)
      await client.connect()
      limitMessagesOf(client)
      try {
        await client.query('select 1')
      } finally {
        await client.end()
      }
    },
  }
}

async function isSealed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select pg_catalog.pg_is_in_recovery() as is')
  return rows[0]!.is
}

const originOf = (role: string) => (role === USER_ROLE ? 'chosen' : 'random')

/**
 * Writes only what differs, so that a start without changes writes nothing. The user's own role keeps a password that was
 * set by SQL, as long as the server can log in without it.
 */
async function setPasswords(client: pg.Client, passwords: Record<string, string>, isUsersKept: boolean) {
  const { rows } = await client.query<{ rolname: string; rolpassword: string | null }>(
    'select rolname, rolpassword from pg_authid where rolname = any($1)',
    [Object.keys(passwords)],
  )
  const settings = rows.map(async ({ rolname, rolpassword }) => {
    if (rolname === USER_ROLE && rolpassword !== null && isUsersKept) return []
    const password = passwords[rolname]!
    const origin = originOf(rolname)
    if (rolpassword !== null && (await fitsVerifier(password, rolpassword, origin))) return []
    // A verifier, not the password: statements may reach the server's log.
    const verifier = pg.escapeLiteral(await newVerifier(password, origin))
    return [`alter role ${pg.escapeIdentifier(rolname)} password ${verifier}`]
  })
  // In parallel: each hashes for a few milliseconds on a thread.
  const statements = (await Promise.all(settings)).flat()
  if (statements.length > 0) await client.query(statements.join(';'))
}
