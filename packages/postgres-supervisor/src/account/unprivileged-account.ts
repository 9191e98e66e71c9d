import { readFile } from 'node:fs/promises'
import { EngineError } from '../engine.ts'
import type { Account } from './account.ts'

/** Names of accounts that own nothing and may do nothing, the most common first. */
const PREFERRED_NAMES = ['nobody', '_postgres', 'postgres', 'daemon']

/** Node takes signed 32-bit ids for a process; macOS writes nobody as -2. */
const LARGEST_ID = 2 ** 31 - 1

/** The account that creates templates. It must be listed in /etc/passwd, where initdb looks up its name. @throws EngineError binary_unusable */
export async function unprivilegedAccount(): Promise<Account> {
  const account = chooseUnprivileged(await readFile('/etc/passwd', 'utf8'))
  if (account) return account
  throw new EngineError(
    'binary_unusable',
    'PostgreSQL cannot run as root, and /etc/passwd lists no other user. Run as an ordinary user, or add one with "useradd --system postgres".',
  )
}

/** Chooses an account from the text of a passwd file: name:password:uid:gid:… */
export function chooseUnprivileged(passwd: string): Account | undefined {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => isUsable(uid) && isUsable(gid))
  const preferred = PREFERRED_NAMES.map((name) => users.find((user) => user.name === name))
  const chosen = preferred.find((user) => user !== undefined) ?? users[0]
  return chosen && { uid: chosen.uid, gid: chosen.gid }
}

const isUsable = (id: number) => Number.isInteger(id) && id > 0 && id <= LARGEST_ID
