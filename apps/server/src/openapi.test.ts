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

test('every schema that the description refers to is in it', async () => {
  await using fixture = await openApp()
  const text = (await fixture.app.inject({ url: getOpenApi.path })).body
  const { schemas } = JSON.parse(text).components
  const named = new Set(
    Array.from(text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g), ([, name]) => name!),
  )
  expect(named.size).toBeGreaterThan(50)
  expect([...named].filter((name) => !(name in schemas))).toEqual([])
  expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
})
