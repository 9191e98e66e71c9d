import { lookup as dnsLookup } from 'node:dns/promises'
import { AppError } from '../../http/app-error.ts'
import { isPrivate, type Reach } from './private-networks.ts'

type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

const systemLookup: Lookup = (host) => dnsLookup(host, { all: true })

/** Addresses of one host that are used; more add nothing but time until a failure. */
const ADDRESSES_MAX = 4

export interface HostAddresses {
  /** Those that may be connected to, IPv4 first: machines without IPv6 lose time with the others. */
  readonly addresses: readonly string[]
  /** Those of them that belong to a private network or this machine. */
  readonly privateOnes: readonly string[]
}

/**
 * The addresses of a host name or IP address that may be connected to. Connect to these, not to the name, which could
 * lead elsewhere by then. Throws `validation_failed` for a name without addresses, and for one that leads into
 * a private network that is out of reach.
 */
export async function publicAddresses(
  host: string,
  {
    reach,
    field = 'host',
    lookup = systemLookup,
  }: {
    reach: Reach
    /** The field of the request that an error belongs to. */
    field?: string
    lookup?: Lookup
  },
): Promise<HostAddresses> {
  const found = await lookup(host).catch((cause: Error) => {
    throw refused(field, `The host ${host} is unknown to this server. Check its name.`, cause)
  })
  const allowed = found
    .filter(({ address }) => reach.includes(address))
    .sort((a, b) => a.family - b.family)
    .map(({ address }) => address)
  if (allowed.length === 0)
    throw refused(
      field,
      `${host} is in a private network or on the platform’s own machine, which the operator does not allow. Use a public address.`,
    )
  const addresses = [...new Set(allowed)].slice(0, ADDRESSES_MAX)
  return { addresses, privateOnes: addresses.filter(isPrivate) }
}

const refused = (path: string, message: string, cause?: Error) =>
  new AppError('validation_failed', message, {
    details: { issues: [{ path, message }] },
    ...(cause && { cause }),
  })
