import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import * as access from '@basalt/contract/pg-meta/access.endpoints.ts'
import * as objects from '@basalt/contract/pg-meta/objects.endpoints.ts'
import * as relations from '@basalt/contract/pg-meta/relations.endpoints.ts'
import { listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** The example and the tables of the guide. */

const guide = readFileSync(
  path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'guides', 'pg-meta.md'),
  'utf8',
)

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(`
    create table orders (id int primary key);
    create table "a.b 🐘" (id int); alter table "a.b 🐘" enable row level security;
    create table notes (id int); alter table notes enable row level security;
    create policy own on notes using (id > 0); create policy "it's public" on notes for select using (true)`)
})
afterAll(() => project[Symbol.asyncDispose]())

/** Runs the example as a reader of the guide would. */
async function runExample(token: string) {
  const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? []
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, BASALT_URL: project.origin, BASALT_ACCESS_TOKEN: token, PROJECT_REF: project.ref },
  })
  child.stdin.end(program)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { lines: output.trim().split('\n').toSorted(), errors }
}

test('the example of the guide says what it promises, with a token that only reads', async () => {
  const { body } = await project.owner.call(createAccessToken, { body: { name: 'guide', access: 'read' } })
  const { lines, errors } = await runExample(body.token)
  expect(errors).toBe('')
  expect(lines).toEqual([
    'a.b 🐘: no policy, so no client reaches its rows',
    "notes: own, it's public",
    'orders: row level security is off',
  ])
})

test('the example says why it is refused', async () => {
  expect((await runExample('bst_nothing')).errors).toContain('unauthenticated')
})

test('the guide lists every list of the catalog with the fields of its objects, and no other', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` \| (`id`.*|`[a-z_]+_id`.*|`name`.*) \|$/gm)].map(
    ([, list, fields]) => `${list}: ${fields!.replaceAll('`', '')}`,
  )
  const lists = Object.values({ listSchemas, ...access, ...objects, ...relations }).filter(({ name }) =>
    name.startsWith('list'),
  )
  const expected = lists.map(({ path: address, response }) => {
    const { element } = response as unknown as z.ZodArray<z.ZodObject>
    return `${address.split('/').at(-1)}: ${Object.keys(element.shape).join(', ')}`
  })
  expect(rows).toEqual(expected.toSorted())
})
