import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { type AssistantRoutesDeps, assistantRoutes } from './features/ai/assistant/assistant.routes.ts'
import { sqlAssistant } from './features/ai/assistant/assistant.service.ts'
import type { AgentTools } from './features/ai/assistant/tool-place.ts'
import { assistantToolSet } from './features/ai/assistant/tool-set.ts'
import type { SchemaFor } from './features/ai/schema-for.ts'
import { callTool } from './features/mcp/call-tool.ts'
import { describedTool, toolboxOf } from './features/mcp/tool-list.ts'

interface Deps extends Omit<AssistantRoutesDeps, 'answer'> {
  config: Pick<Config, 'ai'>
  schemaFor: SchemaFor
  now: () => Date
}

/** The assistant. It looks things up with the agents' tools and the caller's rights. */
export async function composeAssistant(app: FastifyInstance, { config, schemaFor, now, ...routes }: Deps) {
  const tools = assistantToolSet(agentTools(now))
  await app.register(
    assistantRoutes({ ...routes, answer: sqlAssistant({ endpoint: config.ai, tools, schemaFor }) }),
  )
}

/** The tools of agents that only look, bound to one project. */
function agentTools(now: () => Date): AgentTools {
  const boxFor = (ref: string) =>
    // Whether a group is offered to agents is an edition's matter; here the level decides.
    toolboxOf({ project_ref: ref, read_only: true, features: ['docs', 'database', 'debugging'] }, 'platform')
  const anyBox = boxFor('a'.repeat(20))
  return {
    described: anyBox.tools.map((tool) => {
      const { name, description, inputSchema } = describedTool(tool, anyBox)
      return { name, description, parameters: inputSchema }
    }),
    async run(name, input, { ref, call }) {
      const { content, isError = false } = await callTool(name, input, {
        call,
        now,
        toolbox: boxFor(ref),
        readOnly: true,
        origin: '',
        ask: undefined,
        // The call of the assistant is in the log already.
        note: () => undefined,
      })
      return { text: content.map(({ text }) => text).join('\n'), isError }
    },
  }
}
