import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

test('the configuration from the dialog gives an agent exactly the access that it states', async ({
  page,
  project,
  account,
}) => {
  await page.goto(`/project/${project.ref}?showConnect=true&tab=mcp`)
  const dialog = page.getByRole('dialog', { name: 'Connect to your project' })
  await dialog.getByRole('switch', { name: 'Read-only' }).click()
  await dialog.getByRole('checkbox', { name: 'Database' }).click()
  const configuration = dialog.getByRole('region', { name: 'Client configuration' })
  await expect(configuration).toContainText('read_only=true&features=database')
  await expectAccessible(page)

  // Clients discover sign-in there: an HTML page would break discovery.
  expect((await page.request.get('/.well-known/oauth-protected-resource/mcp')).status()).toBe(404)

  const { mcpServers } = JSON.parse((await configuration.textContent()) ?? '')
  const { url, headers } = mcpServers.basalt
  const { token } = await call(account.caller, createAccessToken, { body: { name: 'Agent' } })
  const agent = new Client({ name: 'test', version: '1' })
  const authorization = headers.Authorization.replace(/\$\{.*\}/, token)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  })
  await agent.connect(transport as Parameters<Client['connect']>[0])
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'list_tables',
    'list_extensions',
    'list_migrations',
    'execute_sql',
  ])
  const run = (query: string) => agent.callTool({ name: 'execute_sql', arguments: { query } })
  expect(JSON.stringify(await run('select 40 + 2 as answer'))).toContain('answer')
  expect(await run('create table no ()')).toMatchObject({ isError: true })
  await agent.close()
})
