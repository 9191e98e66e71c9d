import type { UidRange } from '../account/accounts.ts'
import type { ListenAddresses } from '../cluster/access-rules.ts'
import type { Settings, TlsFiles } from '../cluster/configuration.ts'
import type { PortRange } from '../process/free-port.ts'
import type { Timings } from './timings.rules.ts'

export interface EmbeddedEngineOptions {
  /** Everything the engine keeps lies in here, and nobody else may write there. Made when missing. */
  dataDir: string
  /** Name of the bootstrap superuser of every instance. */
  superuser: string
  /** Direct ports of the instances, both ends included. */
  portRange: PortRange
  /**
   * Roles that this program's user can log in as over the socket without a password, so that the platform does not
   * depend on their passwords.
   */
  passwordlessRoles?: readonly string[]
  /** User ids of the instances, where the system lets each have its own. */
  uids?: UidRange
  /** Where instances listen: on this machine alone unless said. */
  addresses?: ListenAddresses
  /** What instances prove themselves with on encrypted connections; without it there are none. */
  tls?: TlsFiles
  /**
   * Key and certificate for systems on which all instances share one user id, so that each could read any other's key:
   * they identify nothing but a database of this machine.
   */
  tlsWhereShared?: TlsFiles
  /** Run once, as the superuser on database `postgres`, in the template that every new instance is copied from. */
  templateSql?: string[]
  /** Where templates are kept, when several engines are to share them; inside `dataDir` unless said. */
  templatesDir?: string
  /**
   * Makes a copy of the template in advance, so that a new instance takes a moment less. Costs its 40 MB of disk.
   * Answers the superuser's password that the next instance is likely to be made with: it is set in the copy.
   */
  nextSuperuserPassword?: () => string
  /** Receives what an operator may want to know, a line at a time. */
  log: (line: string) => void
  /** PostgreSQL settings that win over the engine's own, for every instance. */
  settings?: Settings
  timings?: Partial<Timings>
  /** Called at each moment at which being killed leaves a different state behind. For tests of exactly that. */
  onStep?: (step: EngineStep) => void
}

export const ENGINE_STEPS = [
  'template:begun',
  'template:initialized',
  'template:serving',
  'template:filled',
  'template:synced',
  'template:placed',
  'create:begun',
  'create:copied',
  'create:password',
  'create:owned',
  'create:recorded',
  'create:placed',
  'start:configured',
  'start:spawned',
  'start:ready',
  'stop:begun',
  'destroy:stopped',
  'destroy:moved',
] as const

export type EngineStep = (typeof ENGINE_STEPS)[number]
