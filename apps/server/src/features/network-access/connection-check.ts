import { isWithin } from '@basalt/contract/network-access/network-access.rules.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { NetworkRules } from './network-access.store.ts'

export interface Connection {
  ref: string
  remoteAddress: string
  isEncrypted: boolean
}

interface Deps {
  rulesOf(ref: string): Promise<NetworkRules>
  isBanned(ref: string, address: string): Promise<boolean>
}

/** Checks a connection before it is asked for a password. Throws PostgresError with a reason when it is refused. */
export const connectionCheck =
  ({ rulesOf, isBanned }: Deps) =>
  async ({ ref, remoteAddress, isEncrypted }: Connection): Promise<void> => {
    const address = plainAddress(remoteAddress)
    const [{ ssl_enforced, allowed_cidrs }, isShutOut] = await Promise.all([
      rulesOf(ref),
      isBanned(ref, address),
    ])
    if (allowed_cidrs && !isWithin(address, allowed_cidrs))
      throw new PostgresError('28000', `The address ${address} may not connect to this project.`, {
        hint: 'Allow it under network restrictions in the database settings.',
      })
    if (isShutOut)
      throw new PostgresError('28000', `The address ${address} is banned after too many wrong passwords.`, {
        hint: 'Wait, or lift the ban in the database settings.',
      })
    if (ssl_enforced && !isEncrypted)
      throw new PostgresError('28000', 'This project requires encrypted connections.', {
        hint: 'Connect with sslmode=require.',
      })
  }

/** Removes the IPv6 prefix that an IPv4 address has on a dual-stack socket. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')
