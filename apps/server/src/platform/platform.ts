import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Users } from '../features/access/access.port.ts'
import type { Organizations } from '../features/organizations/organizations.port.ts'
import type { Permissions } from '../features/permissions/permissions.port.ts'
import type { Projects } from '../features/projects/projects.port.ts'
import type { ApiGates } from '../http/api-gates.ts'
import type { Gates } from '../http/gate.ts'
import type { EventBus } from './event-bus.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Metadata } from './metadata/metadata.ts'
import type { InstanceLocks } from './project-databases/instance-locks.ts'
import type { ProjectDatabases } from './project-databases/project-databases.ts'
import type { ProjectSecrets } from './secrets/project-secrets.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What every feature may use. Each takes the parts it needs; what only some features share is passed separately. */
export interface Platform {
  readonly config: Config
  readonly version: string
  /** Whether the operator left a feature enabled. Some exist only in the platform edition. */
  isOffered(feature: FeatureKey): boolean
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Returns a logger of failures that no caller waits for; `what` is a sentence that says what failed. */
  failed(what: string): (error: unknown, ref?: string) => void
  readonly bus: EventBus
  /** Runs the background work that `Slice.jobs` lists. */
  readonly jobs: Jobs

  readonly metadata: Metadata
  readonly secrets: Secrets
  readonly projectSecrets: ProjectSecrets

  readonly engine: Engine
  readonly locks: InstanceLocks
  readonly databases: ProjectDatabases

  readonly users: Users
  readonly organizations: Organizations
  readonly permissions: Permissions
  readonly projects: Projects
  /** User id of the owner of the installation; undefined until there is an account. */
  installationOwnerId(): Promise<string | undefined>

  readonly gates: Gates
  readonly apiGates: ApiGates
}
