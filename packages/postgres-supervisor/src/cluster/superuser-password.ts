import { scramVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import type { Account } from '../account/account.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import { run } from '../process/run.ts'

/** Keeps the statement out of logs and statistics, and makes a failed statement fail the process. */
const QUIET = [
  'exit_on_error=on',
  'shared_preload_libraries=',
  'logging_collector=off',
  'log_destination=stderr',
  'log_statement=none',
  'log_min_duration_statement=-1',
  'log_min_error_statement=panic',
]

/**
 * Sets the superuser's password in a stopped cluster. Single-user mode does not listen, so there is no moment at which
 * anyone could connect with the template's password.
 */
export async function setSuperuserPassword(
  binary: PostgresBinary,
  dataDirectory: string,
  options: { superuser: string; password: string; as: Account | undefined },
): Promise<void> {
  const role = `"${options.superuser.replaceAll('"', '""')}"`
  const verifier = await scramVerifier(options.password)
  await run(
    binary.postgres,
    ['--single', '-F', '-D', dataDirectory, ...QUIET.flatMap((setting) => ['-c', setting]), 'postgres'],
    { as: options.as, stdin: `alter role ${role} password '${verifier}';\n` },
  )
}
