import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { AgentTools } from '../mcp/mcp.port.ts'
import { aiRoutes } from './ai.routes.ts'
import { sqlWriter } from './ai.service.ts'
import { assistantRoutes } from './assistant/assistant.routes.ts'
import { sqlAssistant } from './assistant/assistant.service.ts'
import { assistantToolSet } from './assistant/tool-set.ts'
import { rowFilters } from './row-filters.ts'
import { schemaReader } from './schema-reader.ts'
import { sqlTitles } from './sql-titles.ts'

interface Needs {
  tools: AgentTools
}

/** Has SQL written, explained and titled by the AI endpoint that the installation configures. */
export function aiSlice(platform: Platform, { tools }: Needs): Slice {
  const { gates, config, databases, projects, permissions, organizations, log, now } = platform
  const { ai: endpoint } = config
  const schemaFor = schemaReader(databases.asOwner.rows, (error) =>
    log.warn({ err: error }, 'Reading a schema for the AI endpoint failed'),
  )
  const access = {
    projectOf: projects.findFor,
    accessToProject: permissions.accessToProject,
    levelOf: organizations.aiLevelOf,
  }
  return {
    async routes(app) {
      await app.register(
        aiRoutes({
          gates,
          ...access,
          writer: sqlWriter({ endpoint, schemaFor }),
          titleOf: sqlTitles({
            endpoint,
            onFailed: (error) => log.warn({ err: error }, 'The AI endpoint returned no title'),
          }),
          filterOf: rowFilters({ endpoint, now }),
          hasEndpoint: endpoint !== undefined,
        }),
      )
      await app.register(
        assistantRoutes({
          gates,
          ...access,
          answer: sqlAssistant({ endpoint, tools: assistantToolSet(tools), schemaFor }),
        }),
      )
    },
  }
}
