import type { FastifyInstance } from 'fastify'
import { composeAssistant } from './compose-assistant.ts'
import type { Config } from './config.ts'
import { aiRoutes } from './features/ai/ai.routes.ts'
import { sqlWriter } from './features/ai/ai.service.ts'
import { schemaReader } from './features/ai/schema-for.ts'
import { sqlTitles } from './features/ai/sql-titles.ts'
import type { OrganizationStore } from './features/organizations/organizations.store.ts'
import type { PermissionStore } from './features/permissions/permissions.store.ts'
import type { ProjectStore } from './features/projects/projects.store.ts'
import type { QueryPools } from './features/query/sessions/query-pools.ts'
import type { Gates } from './http/gate.ts'

interface Deps {
  gates: Gates
  config: Pick<Config, 'ai'>
  pools: Pick<QueryPools, 'lookUp'>
  projects: Pick<ProjectStore, 'findFor'>
  permissions: Pick<PermissionStore, 'accessToProject'>
  organizations: Pick<OrganizationStore, 'aiLevelOf'>
  now: () => Date
}

/** SQL written and titled by an endpoint of the installation's own choice. */
export async function composeAi(app: FastifyInstance, deps: Deps) {
  const { gates, config, pools, projects, permissions, organizations, now } = deps
  const { ai: endpoint } = config
  const schemaFor = schemaReader(pools.lookUp, (error) =>
    app.log.warn({ err: error }, 'Reading a schema for the AI endpoint failed'),
  )
  const open = {
    projectOf: projects.findFor,
    accessToProject: permissions.accessToProject,
    levelOf: organizations.aiLevelOf,
  }
  await app.register(
    aiRoutes({
      gates,
      ...open,
      writer: sqlWriter({ endpoint, schemaFor }),
      titleOf: sqlTitles({
        endpoint,
        onFailed: (error) => app.log.warn({ err: error }, 'The AI endpoint found no title'),
      }),
      hasEndpoint: endpoint !== undefined,
    }),
  )
  await composeAssistant(app, { gates, config, schemaFor, now, ...open })
}
