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

/** Looks at a connection before anybody is asked for a password. @throws PostgresError with words for who may not */
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
        hint: 'Let it in at the network restrictions in the database settings.',
      })
    if (isShutOut)
      throw new PostgresError('28000', `The address ${address} is banned after too many wrong passwords.`, {
        hint: 'Wait, or let it in again in the database settings.',
      })
    if (ssl_enforced && !isEncrypted)
      throw new PostgresError('28000', 'This project takes encrypted connections only.', {
        hint: 'Connect with sslmode=require.',
      })
  }

/** On a socket for both families, an IPv4 address comes as IPv6. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')
