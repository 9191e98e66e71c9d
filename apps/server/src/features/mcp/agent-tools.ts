import { callTool } from './call-tool.ts'
import type { AgentTools } from './mcp.port.ts'
import { toolboxOf, toolDefinition } from './tool-list.ts'

/** The agents' read-only tools, for other features. */
export function agentTools(now: () => Date): AgentTools {
  const boxFor = (ref: string) =>
    // The platform edition has all groups; the caller decides by level which tools are used.
    toolboxOf({ project_ref: ref, read_only: true, features: ['docs', 'database', 'debugging'] }, 'platform')
  const anyBox = boxFor('a'.repeat(20))
  return {
    definitions: anyBox.tools.map((tool) => {
      const { name, description, inputSchema } = toolDefinition(tool, anyBox)
      return { name, description, parameters: inputSchema }
    }),
    async run(name, input, { ref, call }) {
      const { content, isError = false } = await callTool(name, input, {
        call,
        now,
        toolbox: boxFor(ref),
        readOnly: true,
        origin: '',
        askUser: undefined,
        branch: undefined,
        // The caller's own request is already in the audit log.
        note: () => undefined,
      })
      return { text: content.map(({ text }) => text).join('\n'), isError }
    },
  }
}
