import {
  authorization,
  json,
  type McpClient,
  type McpServer,
  TOKEN_PLACEHOLDER,
  TOKEN_VARIABLE,
} from './mcp-client.ts'

const cursorServer = (server: McpServer) => ({
  url: server.url,
  ...authorization(server, `\${env:${TOKEN_VARIABLE}}`),
})

const TOKEN_INPUT = 'basalt-access-token'
const codeServer = (server: McpServer) => ({
  type: 'http',
  url: server.url,
  ...authorization(server, `\${input:${TOKEN_INPUT}}`),
})
const codeInputs = ({ needsToken }: McpServer) =>
  needsToken
    ? {
        inputs: [
          { type: 'promptString', id: TOKEN_INPUT, description: 'Access token of Basalt', password: true },
        ],
      }
    : {}

/** The helper that older clients need; it requires a flag for plain HTTP to other machines. */
function remoteHelper({ url, needsToken }: McpServer) {
  const isPlain = new URL(url).protocol === 'http:'
  return {
    command: 'npx',
    args: [
      '-y',
      'mcp-remote',
      url,
      ...(isPlain ? ['--allow-http'] : []),
      // Without a space, which on Windows would split the argument.
      ...(needsToken ? ['--header', `Authorization:\${AUTHORIZATION}`] : []),
    ],
    ...(needsToken && { env: { AUTHORIZATION: `Bearer ${TOKEN_PLACEHOLDER}` } }),
  }
}

const inFile = (server: McpServer) => authorization(server, TOKEN_PLACEHOLDER)

/** Editors, in display order. */
export const editorClients: readonly McpClient[] = [
  {
    key: 'cursor',
    label: 'Cursor',
    kind: 'IDE',
    docsUrl: 'https://cursor.com/docs/context/mcp',
    token: 'environment',
    file: {
      path: '.cursor/mcp.json',
      text: (server) => json({ mcpServers: { [server.name]: cursorServer(server) } }),
    },
    link: (server) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(server.name)}&config=${encodeURIComponent(btoa(JSON.stringify(cursorServer(server))))}`,
  },
  {
    key: 'vscode',
    label: 'VS Code',
    kind: 'IDE',
    docsUrl: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
    token: 'question',
    file: {
      path: '.vscode/mcp.json',
      text: (server) => json({ servers: { [server.name]: codeServer(server) }, ...codeInputs(server) }),
    },
    link: (server) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: server.name, ...codeServer(server), ...codeInputs(server) }))}`,
  },
  {
    key: 'windsurf',
    label: 'Windsurf',
    kind: 'IDE',
    docsUrl: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    token: 'file',
    file: {
      path: '~/.codeium/windsurf/mcp_config.json',
      text: (server) => json({ mcpServers: { [server.name]: remoteHelper(server) } }),
    },
  },
  {
    key: 'kiro',
    label: 'Kiro',
    kind: 'IDE',
    docsUrl: 'https://kiro.dev/docs/mcp/',
    token: 'file',
    file: {
      path: '~/.kiro/settings/mcp.json',
      text: (server) =>
        json({ mcpServers: { [server.name]: { type: 'http', url: server.url, ...inFile(server) } } }),
    },
  },
  {
    key: 'antigravity',
    label: 'Antigravity',
    kind: 'IDE',
    docsUrl: 'https://antigravity.google/docs/mcp',
    token: 'file',
    file: {
      path: '~/.gemini/antigravity/mcp_config.json',
      text: (server) => json({ mcpServers: { [server.name]: { serverUrl: server.url, ...inFile(server) } } }),
    },
  },
]
