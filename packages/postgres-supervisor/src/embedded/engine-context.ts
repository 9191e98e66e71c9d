import type { Accounts } from '../account/accounts.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import { LOOPBACK } from '../cluster/access-rules.ts'
import type { Allocations } from './allocations.ts'
import type { EmbeddedEngineOptions, EngineStep } from './embedded-options.ts'
import type { Launch } from './launch.ts'
import type { Layout } from './layout.ts'
import type { Timings } from './timings.rules.ts'

/** What the parts of one open engine share. */
export interface EngineContext {
  options: EmbeddedEngineOptions
  timings: Timings
  layout: Layout
  accounts: Accounts
  binary: PostgresBinary
  allocations: Allocations
  step: (step: EngineStep) => void
}

/** How to bring a given cluster up with this engine's binary and settings. */
export const launchOf = (
  { binary, options, timings, step }: EngineContext,
  cluster: Pick<Launch, 'files' | 'account' | 'choosePort' | 'rules'>,
): Launch => ({
  ...{ binary, timings, step },
  settings: options.settings ?? {},
  addresses: options.addresses ?? LOOPBACK,
  ...(options.tls && { tls: options.tls }),
  ...cluster,
})
