import path from 'node:path'
import { LOOPBACK } from '@basalt/postgres-supervisor/cluster/access-rules.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import type { Config } from './config.ts'
import { readOrMakeIdentity } from './features/poolers/tls-identity.ts'
import { EVERY_ADDRESS } from './http/reachable-host.ts'
import { type Migration, migrationScripts, readMigrations } from './platform/metadata/migrations.ts'
import { ADMIN_ROLE, USER_ROLE } from './platform/project-databases/database-roles.ts'

/** Listen addresses of databases when the server itself listens on every address. */
const ON_EVERY_ADDRESS = { ipv4: '0.0.0.0', ipv6: '::' }

export const readProjectMigrations = (): Migration[] =>
  readMigrations(path.join(import.meta.dirname, 'project-migrations'))

/** Opens the engine of the projects' databases. */
export const openProjectEngine = (
  config: Pick<Config, 'host' | 'dbPortRange'>,
  dataDir: string,
  options: {
    projectMigrations: Migration[]
    log: (line: string) => void
    nextSuperuserPassword?: () => string
  },
) =>
  createEmbeddedEngine({
    dataDir: path.join(dataDir, 'instances'),
    superuser: ADMIN_ROLE,
    portRange: config.dbPortRange,
    passwordlessRoles: [USER_ROLE],
    templateSql: migrationScripts(BOOKKEEPING_SCHEMA, options.projectMigrations),
    ...(options.nextSuperuserPassword && { nextSuperuserPassword: options.nextSuperuserPassword }),
    addresses: EVERY_ADDRESS.includes(config.host) ? ON_EVERY_ADDRESS : LOOPBACK,
    tls: readOrMakeIdentity(path.join(dataDir, 'keys')),
    tlsWhereShared: readOrMakeIdentity(path.join(dataDir, 'keys'), 'database'),
    log: options.log,
  })
