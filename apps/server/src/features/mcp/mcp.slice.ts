import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { agentTools } from './agent-tools.ts'
import { mcpRoutes } from './mcp.routes.ts'

/** The endpoint for agents. Its tools call the server's own endpoints on the caller's behalf. */
export const mcpSlice = ({ gates, users, config, version, now }: Platform) =>
  ({
    tools: agentTools(now),
    routes(app) {
      const { edition, publicUrl } = config
      return app.register(
        mcpRoutes({ gates, isCredentialValid: users.isCredentialValid, edition, publicUrl, version, now }),
      )
    },
  }) satisfies SliceWithPort
