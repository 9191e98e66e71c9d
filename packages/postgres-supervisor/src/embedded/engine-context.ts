import { userInfo } from 'node:os'
import type { Accounts } from '../account/accounts.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import { LOOPBACK, type Peers } from '../cluster/access-rules.ts'
import type { Settings } from '../cluster/configuration.ts'
import type { Allocations } from './allocations.ts'
import type { EmbeddedEngineOptions, EngineStep } from './embedded-options.ts'
import type { Launch } from './launch.ts'
import type { Layout } from './layout.ts'
import type { Timings } from './timings.rules.ts'

/** What the parts of an open engine share. */
export interface EngineContext {
  options: EmbeddedEngineOptions
  timings: Timings
  layout: Layout
  accounts: Accounts
  binary: PostgresBinary
  allocations: Allocations
  step: (step: EngineStep) => void
}

/** The parameters to start a cluster with this engine's binary and settings. */
export const launchOf = (
  { accounts, binary, options, timings, step }: EngineContext,
  cluster: Pick<Launch, 'files' | 'account' | 'choosePort' | 'rules' | 'replicas' | 'onlyRole'> & {
    settings?: Settings
    givesWay?: boolean
    onConfigured?: () => Promise<void>
  },
): Launch => {
  const tls = accounts.areKeysPrivate ? options.tls : options.tlsWhereShared
  return {
    binary,
    timings,
    step,
    addresses: options.addresses ?? LOOPBACK,
    peers: peersOf(options),
    ...(tls && { tls }),
    onConfigured: async () => undefined,
    givesWay: false,
    ...cluster,
    settings: { ...options.settings, ...cluster.settings },
  }
}

/** The user and roles for passwordless logins over the socket. */
export function peersOf({ passwordlessRoles = [] }: EmbeddedEngineOptions): Peers {
  try {
    return { systemUser: userInfo().username, roles: passwordlessRoles }
  } catch {
    // A container may run as a user without a name: then the roles need their passwords.
    return { systemUser: undefined, roles: [] }
  }
}
