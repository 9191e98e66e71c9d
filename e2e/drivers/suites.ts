import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const modes = ['direct', 'session', 'transaction'] as const
export type Mode = (typeof modes)[number]

/** A route to the database, for a suite. */
export interface Connection {
  readonly mode: Mode
  /** A URI with the password. */
  readonly url: URL
}

type Reasons = Readonly<Record<string, string>>

/** A driver's tests: a program that prints TAP, or Go packages. */
export interface Suite {
  readonly name: string
  /** Why it cannot run here; undefined when it can. */
  missing(): Promise<string | undefined>
  command(way: Connection): { program: string; args: string[]; env?: Record<string, string>; cwd?: string }
  readonly format: 'tap' | 'go'
  /**
   * Tests of Go packages that need a session, with the reason; they may fail in transaction mode. Our own suites mark
   * theirs with `[session]`.
   */
  readonly needSession?: Reasons
  /** Tests that cannot pass through a pooler, with the reason; they run only on direct connections. */
  readonly needDirect?: Reasons
}

const beside = (file: string) => path.join(import.meta.dirname, file)

const answers = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  )

/** The system's Python, which has the system's packages. */
const PYTHON = '/usr/bin/python3'
const JDBC_JAR = '/usr/share/java/postgresql.jar'
const GO_PATH = '/usr/share/gocode'

const present = async () => undefined

const nodeSuite = (name: string, file: string, env: Record<string, string> = {}): Suite => ({
  name,
  missing: present,
  command: ({ url }) => ({
    program: process.execPath,
    args: [beside(file)],
    env: { DATABASE_URL: url.href, ...env },
  }),
  format: 'tap',
})

/** libpq's variables, which Go packages read too. */
const libpqEnvironment = ({ url }: Connection) => ({
  PGHOST: url.hostname,
  PGPORT: url.port,
  PGUSER: decodeURIComponent(url.username),
  PGPASSWORD: decodeURIComponent(url.password),
  PGDATABASE: url.pathname.slice(1),
})

const goSuite = (
  name: string,
  source: string,
  env: (way: Connection) => Record<string, string>,
  reasons: Pick<Suite, 'needSession' | 'needDirect'> = {},
): Suite => ({
  name,
  missing: async () => {
    if (!(await answers('go', 'version'))) return 'Go is not installed'
    const folder = path.join(GO_PATH, 'src', source)
    return existsSync(folder) ? undefined : `its source is not at ${folder}`
  },
  command: (way) => ({
    program: 'go',
    // Vet checks style, which is irrelevant here.
    args: ['test', '-vet=off', '-count=1', '-timeout=300s', '-json', source],
    env: { GO111MODULE: 'off', GOPATH: GO_PATH, GOFLAGS: '', ...libpqEnvironment(way), ...env(way) },
    cwd: path.join(GO_PATH, 'src', source),
  }),
  format: 'go',
  ...reasons,
})

const keywordValue = ({ url }: Connection) =>
  `host=${url.hostname} port=${url.port} user=${decodeURIComponent(url.username)} password=${decodeURIComponent(url.password)} dbname=${url.pathname.slice(1)} sslmode=disable`

const listening = (...tests: string[]) => Object.fromEntries(tests.map((test) => [test, 'listens']))

const OWN_BACKEND = 'ends its own backend by the process id reported at the start'

export const suites: readonly Suite[] = [
  nodeSuite('node-postgres', 'pg.suite.ts'),
  nodeSuite('node-postgres over TLS', 'pg.suite.ts', { SUITE_TLS: '1' }),
  nodeSuite('node-postgres sessions', 'pg-sessions.suite.ts'),
  nodeSuite('node-postgres cursors, streams and COPY', 'pg-streams.suite.ts'),
  nodeSuite('node-postgres cursors, streams and COPY over TLS', 'pg-streams.suite.ts', { SUITE_TLS: '1' }),
  nodeSuite('postgres.js', 'postgres-js.suite.ts'),
  nodeSuite('postgres.js over TLS', 'postgres-js.suite.ts', { SUITE_TLS: '1' }),
  {
    name: 'psycopg 3',
    missing: async () =>
      (await answers(PYTHON, '-c', 'import psycopg')) ? undefined : `${PYTHON} has no package psycopg`,
    command: ({ url }) => ({
      program: PYTHON,
      args: [beside('psycopg_suite.py')],
      env: { DATABASE_URL: url.href },
    }),
    format: 'tap',
  },
  {
    name: 'JDBC',
    missing: async () => {
      if (!(await answers('java', '--version'))) return 'Java is not installed'
      return existsSync(JDBC_JAR) ? undefined : `the driver is not at ${JDBC_JAR}`
    },
    command: (way) => ({
      program: 'java',
      args: ['-cp', JDBC_JAR, beside('Jdbc.java')],
      env: {
        ...libpqEnvironment(way),
        JDBC_URL: `jdbc:postgresql://${way.url.host}${way.url.pathname}?sslmode=disable`,
      },
    }),
    format: 'tap',
  },
  goSuite('lib/pq (its own tests)', 'github.com/lib/pq', () => ({ PGSSLMODE: 'disable' }), {
    needSession: {
      TestPing: OWN_BACKEND,
      ...listening(
        'TestConnListen',
        'TestConnUnlisten',
        'TestConnUnlistenAll',
        'TestNotifyExtra',
        'TestListenerListen',
        'TestListenerUnlisten',
        'TestListenerUnlistenAll',
        'TestListenerFailedQuery',
        'TestListenerReconnect',
        'TestConnectorWithNotificationHandler_Simple',
      ),
    },
  }),
  goSuite(
    'pgconn (its own tests)',
    'github.com/jackc/pgconn',
    (way) => ({
      PGX_TEST_DATABASE: keywordValue(way),
      PGX_TEST_TCP_CONN_STRING: keywordValue(way),
      PGX_TEST_CONN_STRING: keywordValue(way),
    }),
    { needSession: listening('TestConnWaitForNotification', 'TestConnOnNotification') },
  ),
  goSuite(
    'pgx 4 (its own tests)',
    'github.com/jackc/pgx/v4',
    (way) => ({ PGX_TEST_DATABASE: keywordValue(way) }),
    {
      needSession: {
        TestFatalRxError: OWN_BACKEND,
        TestFatalTxError: OWN_BACKEND,
        ...listening(
          'TestListenNotify',
          'TestListenNotifySelfNotification',
          'TestListenNotifyWhileBusyIsSafe',
        ),
      },
      needDirect: { TestConnect: 'expects current_user to be the name it logged in with' },
    },
  ),
]
