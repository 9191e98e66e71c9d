import { scramVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import type { Account } from '../account/account.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import { inSingleUserMode } from './single-user.ts'

export interface SuperuserLogin {
  superuser: string
  password: string
}

/**
 * Sets the superuser's password in a stopped cluster. Single-user mode does not listen, so there is no moment at which
 * anyone could connect with the template's password.
 */
export async function setSuperuserPassword(
  binary: PostgresBinary,
  dataDirectory: string,
  { as, ...login }: SuperuserLogin & { as: Account | undefined },
): Promise<void> {
  await inSingleUserMode(binary, dataDirectory, { as, statements: [await passwordStatement(login)] })
}

/** The statement that sets the superuser's password; it contains only the password's verifier. */
export async function passwordStatement({ superuser, password }: SuperuserLogin): Promise<string> {
  const role = `"${superuser.replaceAll('"', '""')}"`
  return `alter role ${role} password '${await scramVerifier(password)}'`
}
