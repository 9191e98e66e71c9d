import { agentClients } from './agent-clients.ts'
import { editorClients } from './editor-clients.ts'
import type { McpClient } from './mcp-client.ts'

const WITHOUT_TOKENS =
  'It runs in the cloud, reaches servers on the internet only, and signs in through OAuth, which this server does not offer. Use a client that runs on your machine.'

/** Looked for here, so it says here why it is missing. */
const webClients: readonly McpClient[] = [
  {
    key: 'claude-ai',
    label: 'Claude.ai',
    kind: 'Web',
    docsUrl: 'https://support.claude.com/en/articles/11175166',
    token: 'question',
    refusal: WITHOUT_TOKENS,
  },
  {
    key: 'chatgpt',
    label: 'ChatGPT',
    kind: 'Web',
    docsUrl: 'https://platform.openai.com/docs/guides/developer-mode',
    token: 'question',
    refusal: WITHOUT_TOKENS,
  },
]

/** Every client that is offered, in its order. */
export const mcpClients: readonly McpClient[] = [...editorClients, ...agentClients, ...webClients]
