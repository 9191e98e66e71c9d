import { McpParameters } from '@basalt/contract/mcp/mcp.schema.ts'
import { expect, test } from 'vitest'
import { groupsOf, type McpChoice, mcpAddress } from './mcp-address.rules.ts'

const REF = 'abcdefghijklmnopqrst'
const choice: McpChoice = {
  origin: 'https://db.example.com',
  edition: 'platform',
  projectRef: REF,
  readOnly: false,
  ownBranch: false,
  features: [],
}

test.each<[Partial<McpChoice>, string]>([
  [{}, `?project_ref=${REF}`],
  [{ ownBranch: true }, `?project_ref=${REF}&branch=auto`],
  [{ readOnly: true }, `?project_ref=${REF}&read_only=true`],
  [
    { readOnly: true, features: ['storage', 'docs'] },
    `?project_ref=${REF}&read_only=true&features=docs,storage`,
  ],
  [{ edition: 'self-hosted', features: ['docs', 'database'] }, '?features=docs,database'],
  [{ edition: 'self-hosted', features: ['storage'] }, ''],
])('%j results in %s, which the server accepts', (over, query) => {
  const address = mcpAddress({ ...choice, ...over })
  expect(address).toBe(`https://db.example.com/mcp${query}`)
  const parameters = Object.fromEntries(new URL(address).searchParams)
  expect(McpParameters.safeParse(parameters).success).toBe(true)
})

test('unavailable groups have a reason', () => {
  const refused = groupsOf('platform').filter(({ refusal }) => refusal !== undefined)
  expect(refused.map(({ id }) => id)).toEqual(['account', 'functions'])
  expect(groupsOf('self-hosted').map(({ id }) => id)).toEqual(['docs', 'database', 'development'])
})
