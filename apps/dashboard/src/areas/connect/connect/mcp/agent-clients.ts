import {
  authorization,
  json,
  type McpClient,
  type McpServer,
  shellQuoted,
  TOKEN_PLACEHOLDER,
  TOKEN_VARIABLE,
} from './mcp-client.ts'

const kind = 'Agent in a terminal'
const GOOSE_TIMEOUT_SECONDS = 300

/** Double-quoted: JSON strings are valid YAML and TOML. */
const quoted = (text: string) => JSON.stringify(text)

const asHttp = (server: McpServer, token: string) => ({
  type: 'http',
  url: server.url,
  ...authorization(server, token),
})

const header = ({ needsToken }: McpServer, flag: string, token: string) =>
  needsToken ? ` ${flag} ${shellQuoted(`Authorization: Bearer ${token}`)}` : ''

/** Terminal agents, in display order. */
export const agentClients: readonly McpClient[] = [
  {
    key: 'claude-code',
    label: 'Claude Code',
    kind,
    docsUrl: 'https://code.claude.com/docs/en/mcp',
    token: 'environment',
    command: (server) =>
      `claude mcp add --scope project --transport http ${server.name} ${shellQuoted(server.url)}${header(server, '--header', `\${${TOKEN_VARIABLE}}`)}`,
    file: {
      path: '.mcp.json',
      text: (server) => json({ mcpServers: { [server.name]: asHttp(server, `\${${TOKEN_VARIABLE}}`) } }),
    },
  },
  {
    key: 'codex',
    label: 'Codex',
    kind,
    docsUrl: 'https://developers.openai.com/codex/mcp',
    token: 'environment',
    command: ({ name, url, needsToken }) =>
      `codex mcp add ${name} --url ${shellQuoted(url)}${needsToken ? ` --bearer-token-env-var ${TOKEN_VARIABLE}` : ''}`,
    file: {
      path: '~/.codex/config.toml',
      text: ({ name, url, needsToken }) =>
        [
          '[features]',
          'rmcp_client = true',
          '',
          `[mcp_servers.${name}]`,
          `url = ${quoted(url)}`,
          ...(needsToken ? [`bearer_token_env_var = ${quoted(TOKEN_VARIABLE)}`] : []),
        ].join('\n'),
    },
  },
  {
    key: 'gemini-cli',
    label: 'Gemini CLI',
    kind,
    docsUrl: 'https://geminicli.com/docs/tools/mcp-server/',
    token: 'environment',
    command: (server) =>
      `gemini mcp add -t http${header(server, '-H', `$${TOKEN_VARIABLE}`)} ${server.name} ${shellQuoted(server.url)}`,
    file: {
      path: '.gemini/settings.json',
      text: (server) =>
        json({
          mcpServers: {
            [server.name]: { httpUrl: server.url, ...authorization(server, `$${TOKEN_VARIABLE}`) },
          },
        }),
    },
  },
  {
    key: 'goose',
    label: 'Goose',
    kind,
    docsUrl: 'https://block.github.io/goose/docs/getting-started/using-extensions',
    token: 'environment',
    file: {
      path: '~/.config/goose/config.yaml',
      text: ({ name, url, needsToken }) =>
        [
          'extensions:',
          `  ${name}:`,
          `    name: ${name}`,
          '    type: streamable_http',
          `    uri: ${quoted(url)}`,
          ...(needsToken
            ? [
                `    env_keys: [${TOKEN_VARIABLE}]`,
                '    headers:',
                `      Authorization: ${quoted(`Bearer $${TOKEN_VARIABLE}`)}`,
              ]
            : []),
          `    timeout: ${GOOSE_TIMEOUT_SECONDS}`,
          '    enabled: true',
        ].join('\n'),
    },
    link: ({ name, url, needsToken }) => {
      const parameters = new URLSearchParams({
        type: 'streamable_http',
        url,
        id: name,
        name,
        description: 'Projects of Basalt',
        timeout: String(GOOSE_TIMEOUT_SECONDS),
        ...(needsToken && {
          env: `${TOKEN_VARIABLE}=Access token of Basalt`,
          header: `Authorization=Bearer $${TOKEN_VARIABLE}`,
        }),
      })
      // It does not decode a plus to a space.
      return `goose://extension?${parameters.toString().replaceAll('+', '%20')}`
    },
  },
  {
    key: 'factory',
    label: 'Factory',
    kind,
    docsUrl: 'https://docs.factory.ai/cli/configuration/mcp',
    token: 'file',
    file: {
      path: '~/.factory/mcp.json',
      text: (server) => json({ mcpServers: { [server.name]: asHttp(server, TOKEN_PLACEHOLDER) } }),
    },
  },
  {
    key: 'opencode',
    label: 'OpenCode',
    kind,
    docsUrl: 'https://opencode.ai/docs/mcp-servers/',
    token: 'environment',
    file: {
      path: '~/.config/opencode/opencode.json',
      text: (server) =>
        json({
          $schema: 'https://opencode.ai/config.json',
          mcp: {
            [server.name]: {
              type: 'remote',
              url: server.url,
              enabled: true,
              ...authorization(server, `{env:${TOKEN_VARIABLE}}`),
            },
          },
        }),
    },
  },
  {
    key: 'copilot-cli',
    label: 'Copilot CLI',
    kind,
    docsUrl: 'https://docs.github.com/en/copilot/how-tos/use-copilot-agents/use-copilot-cli',
    token: 'file',
    file: {
      path: '~/.copilot/mcp-config.json',
      text: (server) =>
        json({ mcpServers: { [server.name]: { ...asHttp(server, TOKEN_PLACEHOLDER), tools: ['*'] } } }),
    },
  },
]
