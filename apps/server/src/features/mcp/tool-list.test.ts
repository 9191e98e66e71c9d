import { isSecretName } from '@basalt/contract/audit/audit.rules.ts'
import { type McpFeature, mcpFeatures } from '@basalt/contract/mcp/mcp.rules.ts'
import { McpParameters } from '@basalt/contract/mcp/mcp.schema.ts'
import { expect, test } from 'vitest'
import { canConfirm, sessionIdFor } from './session-id.ts'
import { toolboxOf, toolDefinition } from './tool-list.ts'

const all = (parameters: object = {}) =>
  toolboxOf(McpParameters.parse({ features: mcpFeatures.join(','), ...parameters }), 'platform')

const toolsOf: Record<McpFeature, string[]> = {
  docs: ['search_docs'],
  account: [
    'list_organizations',
    'get_organization',
    'list_projects',
    'get_project',
    'create_project',
    'pause_project',
    'restore_project',
  ],
  database: ['list_tables', 'list_extensions', 'list_migrations', 'apply_migration', 'execute_sql'],
  debugging: ['get_logs', 'get_advisors'],
  development: ['get_project_url', 'get_publishable_keys', 'generate_typescript_types'],
  functions: [],
  branching: ['list_branches'],
  storage: ['list_storage_buckets', 'get_storage_config', 'update_storage_config'],
}

test.each(mcpFeatures)('the group %s has exactly its tools', (feature) => {
  const toolbox = toolboxOf(McpParameters.parse({ features: feature }), 'platform')
  expect(toolbox.tools.map(({ name }) => name)).toEqual(toolsOf[feature])
})

test('the self-hosted edition has three groups and one project', () => {
  const toolbox = toolboxOf(McpParameters.parse({}), 'self-hosted')
  expect(new Set(toolbox.tools.map(({ feature }) => feature))).toEqual(
    new Set(['docs', 'database', 'development']),
  )
  expect(toolbox.boundRef).toBe('default')
  expect(() => toolboxOf(McpParameters.parse({ features: 'storage' }), 'self-hosted')).toThrow(
    /no feature group storage/,
  )
})

test('sessions with a branch of their own can hand it over, in every edition and with every group', () => {
  for (const edition of ['platform', 'self-hosted'] as const) {
    const parameters = {
      branch: 'auto',
      features: 'docs',
      ...(edition === 'platform' && { project_ref: 'a'.repeat(20) }),
    }
    const { tools, isOnBranch } = toolboxOf(McpParameters.parse(parameters), edition)
    expect([tools.map(({ name }) => name), isOnBranch]).toEqual([['search_docs', 'open_merge_request'], true])
  }
  expect(() => toolboxOf(McpParameters.parse({ branch: 'auto' }), 'platform')).toThrow(/needs project_ref/)
})

test('every tool has a valid definition', () => {
  const toolbox = all({ branch: 'auto', project_ref: 'a'.repeat(20) })
  const tools = toolbox.tools.map((tool) => toolDefinition(tool, toolbox))
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  for (const { name, description, inputSchema } of tools) {
    expect(name).toMatch(/^[a-z_]{1,64}$/)
    expect(description.length, name).toBeGreaterThan(30)
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

test('a tool that writes is hidden from read-only callers, unless it can also only read', () => {
  const { tools } = all({ read_only: 'true' })
  expect(tools.filter(({ effect }) => effect !== 'reads').map(({ name }) => name)).toEqual(['execute_sql'])
})

test('the audit log records only arguments that exist and are no secrets', () => {
  for (const { name, input, audit } of all().tools)
    for (const recorded of [...(audit.keeps ?? []), ...(audit.sql ?? [])]) {
      expect(Object.keys(input), name).toContain(recorded)
      expect(isSecretName(recorded), name).toBe(false)
    }
})

test.each([
  [{ elicitation: {} }, true],
  [{ elicitation: { form: {}, url: {} } }, true],
  [{ elicitation: { url: {} } }, false],
  [{ sampling: {} }, false],
  [undefined, false],
])('whether a client with the capabilities %j can confirm: %j', (capabilities, expected) => {
  expect(canConfirm(sessionIdFor({ capabilities }))).toBe(expected)
})

test.each([undefined, 'x', 'asks'])('a client with the session id %j cannot confirm', (id) => {
  expect(canConfirm(id)).toBe(false)
})
