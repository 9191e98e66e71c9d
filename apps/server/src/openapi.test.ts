import path from 'node:path'
import { getOpenApi } from '@basalt/contract/installation/installation.endpoints.ts'
import { expect, test } from 'vitest'
import { openApp } from './test/app-fixture.ts'

const committed = path.resolve(import.meta.dirname, '../../../docs/openapi.json')

test('the served API is the committed docs/openapi.json', async () => {
  await using fixture = await openApp()
  const reply = await fixture.app.inject({ url: getOpenApi.path })
  expect(reply.statusCode).toBe(200)
  const description = { ...reply.json(), info: { title: 'Basalt', version: '' } }
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(committed)
})
