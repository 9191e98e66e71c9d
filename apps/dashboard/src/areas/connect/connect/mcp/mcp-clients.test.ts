import { describe, expect, test } from 'vitest'
import { type McpServer, shellQuoted, TOKEN_PLACEHOLDER, TOKEN_VARIABLE } from './mcp-client.ts'
import { mcpClients } from './mcp-clients.ts'

const URL_SHOWN = 'https://db.example.com/mcp?project_ref=abc&features=docs,database'
const server: McpServer = { name: 'basalt', url: URL_SHOWN, needsToken: true }
const client = (key: string) => mcpClients.find((one) => one.key === key)!
const fileOf = (key: string, over: Partial<McpServer> = {}) => client(key).file!.text({ ...server, ...over })

test('all fourteen clients are listed once', () => {
  expect(mcpClients.map(({ key }) => key)).toEqual([
    ...['cursor', 'vscode', 'windsurf', 'kiro', 'antigravity'],
    ...['claude-code', 'codex', 'gemini-cli', 'goose', 'factory', 'opencode', 'copilot-cli'],
    ...['claude-ai', 'chatgpt'],
  ])
})

describe.each(mcpClients.filter(({ refusal }) => refusal === undefined))('$label', (one) => {
  const all = (over: Partial<McpServer> = {}) =>
    [one.file?.text, one.command, one.link].map((write) => write?.({ ...server, ...over })).filter(Boolean)

  test('gets the exact server URL', () => {
    expect(one.file?.text(server)).toContain(URL_SHOWN)
    if (one.command) expect(one.command(server)).toContain(shellQuoted(URL_SHOWN))
  })

  test('sends a token only when one is required', () => {
    const source =
      one.token === 'file' ? TOKEN_PLACEHOLDER : one.token === 'question' ? '{input:' : TOKEN_VARIABLE
    expect(one.file?.text(server)).toContain(source)
    for (const text of all({ needsToken: false })) {
      expect(text).not.toMatch(/authorization|bearer|token/i)
    }
  })

  test('has a valid configuration file', () => {
    const { path, text } = one.file!
    if (path.endsWith('.json')) expect(JSON.parse(text(server))).toBeTypeOf('object')
    else expect(text(server)).toMatch(/^(?:[\w[\]. -]+(?:[:=].*)?|)(?:\n(?:[\w[\]. -]+(?:[:=].*)?|))*$/)
  })
})

test.each([
  [
    'cursor',
    {
      mcpServers: {
        basalt: { url: URL_SHOWN, headers: { Authorization: `Bearer \${env:BASALT_ACCESS_TOKEN}` } },
      },
    },
  ],
  [
    'antigravity',
    {
      mcpServers: {
        basalt: { serverUrl: URL_SHOWN, headers: { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` } },
      },
    },
  ],
  [
    'gemini-cli',
    {
      mcpServers: {
        basalt: { httpUrl: URL_SHOWN, headers: { Authorization: 'Bearer $BASALT_ACCESS_TOKEN' } },
      },
    },
  ],
  [
    'claude-code',
    {
      mcpServers: {
        basalt: {
          type: 'http',
          url: URL_SHOWN,
          headers: { Authorization: `Bearer \${BASALT_ACCESS_TOKEN}` },
        },
      },
    },
  ],
])('the configuration of %s has the expected shape', (key, expected) => {
  expect(JSON.parse(fileOf(key))).toEqual(expected)
})

test('VS Code prompts for the token', () => {
  const written = JSON.parse(fileOf('vscode'))
  expect(written.servers.basalt).toEqual({
    type: 'http',
    url: URL_SHOWN,
    headers: { Authorization: `Bearer \${input:basalt-access-token}` },
  })
  expect(written.inputs).toEqual([expect.objectContaining({ id: 'basalt-access-token', password: true })])
})

test('links contain the same configuration as the files', () => {
  const cursor = new URL(client('cursor').link!(server))
  expect(cursor.searchParams.get('name')).toBe('basalt')
  expect(JSON.parse(atob(cursor.searchParams.get('config')!))).toEqual(
    JSON.parse(fileOf('cursor')).mcpServers.basalt,
  )
  const [scheme, query = ''] = client('vscode').link!(server).split('?')
  expect(scheme).toBe('vscode:mcp/install')
  expect(JSON.parse(decodeURIComponent(query))).toMatchObject({
    name: 'basalt',
    type: 'http',
    url: URL_SHOWN,
  })
  const goose = new URL(client('goose').link!(server))
  expect(goose.protocol).toBe('goose:')
  expect(goose.searchParams.get('url')).toBe(URL_SHOWN)
  expect(goose.searchParams.get('header')).toBe('Authorization=Bearer $BASALT_ACCESS_TOKEN')
  expect(goose.href).not.toContain('+')
})

test('Windsurf gets the flag for plain HTTP only when needed', () => {
  const args = (url: string) => JSON.parse(fileOf('windsurf', { url })).mcpServers.basalt.args
  expect(args('http://10.0.0.7:4000/mcp')).toContain('--allow-http')
  expect(args(URL_SHOWN)).not.toContain('--allow-http')
  expect(args(URL_SHOWN).slice(0, 3)).toEqual(['-y', 'mcp-remote', URL_SHOWN])
})

test('a quoted URL is not interpreted by a shell', () => {
  expect(shellQuoted("a'; rm -rf $HOME")).toBe("'a'\\''; rm -rf $HOME'")
})
