import type { UidRange } from '../account/accounts.ts'
import type { ListenAddresses } from '../cluster/access-rules.ts'
import type { Settings, TlsFiles } from '../cluster/configuration.ts'
import type { PortRange } from '../process/free-port.ts'
import type { Timings } from './timings.rules.ts'

export interface EmbeddedEngineOptions {
  /** The directory of everything the engine stores; no other program may write there. Created when missing. */
  dataDir: string
  /** Name of the bootstrap superuser of every instance. */
  superuser: string
  /** Direct ports of the instances, both ends included. */
  portRange: PortRange
  /**
   * Roles that this program's user can log in as over the socket without a password, so that the platform does not depend
   * on their passwords.
   */
  passwordlessRoles?: readonly string[]
  /** User ids of the instances, if the system can give each its own. */
  uids?: UidRange
  /** The addresses that instances listen on: loopback unless stated. */
  addresses?: ListenAddresses
  /** The instances' TLS certificate and key; without it, connections are not encrypted. */
  tls?: TlsFiles
  /**
   * Certificate and key for systems where all instances share one user id, so that each could read the others' key: they
   * identify nothing but a database of this machine.
   */
  tlsWhereShared?: TlsFiles
  /** Run once as the superuser on database `postgres`, in the template that every new instance is copied from. */
  templateSql?: string[]
  /** The directory of the templates, when several engines share them; inside `dataDir` unless stated. */
  templatesDir?: string
  /**
   * Enables a spare copy of the template, which makes creating an instance faster and takes 40 MB of disk.
   * Returns the superuser's password that the next instance is likely to get: it is set in the copy.
   */
  nextSuperuserPassword?: () => string
  /** Receives messages for the operator, one line at a time. */
  log: (line: string) => void
  /** PostgreSQL settings for every instance, which override the engine's. */
  settings?: Settings
  timings?: Partial<Timings>
  /** Called at each moment at which being killed leaves a different state behind, for tests of that. */
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
  'copy:begun',
  'copy:backup',
  'copy:data',
  'copy:log',
  'copy:recovered',
  'copy:served',
  'prepare:begun',
  'prepare:copied',
  'prepare:taken',
  'restore:begun',
  'restore:data',
  'restore:recovered',
  'replace:away',
  'exchange:away',
  'exchange:placed',
  'exchange:done',
  'create:owned',
  'create:recorded',
  'create:placed',
  'start:configured',
  'start:spawned',
  'start:ready',
  'stop:begun',
  'fence:placed',
  'adopt:promoted',
  'adopt:prepared',
  'adopt:placed',
  'destroy:stopped',
  'destroy:moved',
] as const

export type EngineStep = (typeof ENGINE_STEPS)[number]
