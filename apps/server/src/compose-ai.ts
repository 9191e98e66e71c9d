import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { aiRoutes } from './features/ai/ai.routes.ts'
import { sqlWriter } from './features/ai/ai.service.ts'
import { sqlTitles } from './features/ai/sql-titles.ts'
import type { OrganizationStore } from './features/organizations/organizations.store.ts'
import type { PermissionStore } from './features/permissions/permissions.store.ts'
import type { ProjectStore } from './features/projects/projects.store.ts'
import type { QueryPools } from './features/query/query-pools.ts'
import type { Gates } from './http/gate.ts'

interface Deps {
  gates: Gates
  config: Pick<Config, 'ai'>
  pools: Pick<QueryPools, 'lookUp'>
  projects: Pick<ProjectStore, 'findFor'>
  permissions: Pick<PermissionStore, 'accessToProject'>
  organizations: Pick<OrganizationStore, 'aiLevelOf'>
}

/** SQL written and titled by an endpoint of the installation's own choice. */
export async function composeAi(
  app: FastifyInstance,
  { gates, config, pools, projects, permissions, organizations }: Deps,
) {
  const { ai: endpoint } = config
  await app.register(
    aiRoutes({
      gates,
      writer: sqlWriter({
        endpoint,
        lookUp: pools.lookUp,
        onSchemaFailed: (error) =>
          app.log.warn({ err: error }, 'Reading a schema for the AI endpoint failed'),
      }),
      titleOf: sqlTitles({
        endpoint,
        onFailed: (error) => app.log.warn({ err: error }, 'The AI endpoint found no title'),
      }),
      hasEndpoint: endpoint !== undefined,
      projectOf: projects.findFor,
      accessToProject: permissions.accessToProject,
      levelOf: organizations.aiLevelOf,
    }),
  )
}
