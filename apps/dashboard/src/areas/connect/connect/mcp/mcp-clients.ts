import { agentClients } from './agent-clients.ts'
import { editorClients } from './editor-clients.ts'
import type { McpClient } from './mcp-client.ts'

const WITHOUT_TOKENS =
  'It runs in the cloud, only reaches public servers, and signs in through OAuth, which this server does not support. Use a client on your machine.'

/** Listed with the reason why they do not work. */
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

/** All clients, in display order. */
export const mcpClients: readonly McpClient[] = [...editorClients, ...agentClients, ...webClients]
