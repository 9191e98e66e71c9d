import { callTool } from './call-tool.ts'
import type { AgentTools } from './mcp.port.ts'
import { describedTool, toolboxOf } from './tool-list.ts'

/** The tools of agents that only read, for others than agents. */
export function agentTools(now: () => Date): AgentTools {
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
