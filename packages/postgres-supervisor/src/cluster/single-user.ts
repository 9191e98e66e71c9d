import type { Account } from '../account/account.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import type { Background } from '../process/background.ts'
import { run } from '../process/run.ts'

/** What a database of the usual size needs. The defaults of PostgreSQL take some milliseconds more to set up. */
const SMALL = ['shared_buffers=16MB', 'io_method=sync']

/**
 * Keeps statements out of logs and statistics, and makes a failed statement fail the process. Commits wait for no standby:
 * none can connect.
 */
const QUIET = [
  'synchronous_standby_names=',
  'exit_on_error=on',
  'shared_preload_libraries=',
  'logging_collector=off',
  'log_destination=stderr',
  'log_statement=none',
  'log_min_duration_statement=-1',
  'log_min_error_statement=panic',
]

/** A column of a row, as single-user mode prints it. */
const PRINTED_VALUE = /^\s*\d+: .*? = "(.*)"\t\(typeid = /gm

/**
 * Runs statements, one line each, as a superuser in a cluster that no server runs, after whatever recovery it needs. No
 * other process is started, not even autovacuum. Returns the values that the statements select, in order; NULLs are left
 * out. Nothing is synced to disk. The signal kills the process. @throws CommandError
 */
export async function inSingleUserMode(
  binary: PostgresBinary,
  dataDirectory: string,
  {
    as,
    statements,
    settings = [],
    background,
    signal,
  }: {
    as: Account | undefined
    statements: readonly string[]
    settings?: readonly string[]
    background?: Background | undefined
    signal?: AbortSignal | undefined
  },
): Promise<string[]> {
  const output = await run(
    binary.postgres,
    [
      ...['--single', '-F', '-D', dataDirectory],
      ...[...SMALL, ...QUIET, ...settings].flatMap((setting) => ['-c', setting]),
      'postgres',
    ],
    { as, background, signal, stdin: statements.map((statement) => `${statement};\n`).join('') },
  )
  return [...output.matchAll(PRINTED_VALUE)].map(([, value]) => value!)
}
