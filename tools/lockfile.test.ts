import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  inexactVersions,
  type Lockfile,
  type Manifest,
  missingOptionals,
  privateSources,
  withoutIntegrity,
} from './lockfile.ts'

const repository = path.dirname(import.meta.dirname)
const readJson = (file: string) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'))

describe('in this repository', () => {
  const lock: Lockfile = readJson('package-lock.json')
  const manifests = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: repository })

  test('the lockfile and the manifests were found', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
    expect(Object.values(lock.packages).some((locked) => locked.optionalDependencies)).toBe(true)
    expect(manifests.length).toBeGreaterThan(1)
  })

  test('every platform’s binaries are in the lockfile', () => {
    expect(missingOptionals(lock)).toEqual([])
  })

  test('every locked package has a checksum and comes from the public registry', () => {
    expect(withoutIntegrity(lock)).toEqual([])
    expect(privateSources(lock)).toEqual([])
  })

  test.each(manifests)('every version in %s is exact', (file) => {
    expect(inexactVersions(readJson(file) as Manifest)).toEqual([])
  })
})

describe('a planted lockfile', () => {
  const lock: Lockfile = {
    packages: {
      '': {},
      'node_modules/tool': {
        integrity: 'sha512-a',
        optionalDependencies: { '@tool/linux': '1.0.0', '@tool/mac': '1.0.0', nested: '1.0.0' },
      },
      'node_modules/@tool/linux': {
        integrity: 'sha512-b',
        resolved: 'https://registry.npmjs.org/@tool/linux.tgz',
      },
      'node_modules/tool/node_modules/nested': { resolved: 'http://10.0.0.1/nested.tgz' },
      'node_modules/@basalt/sql': { resolved: 'packages/sql', link: true },
      'packages/sql': { version: '0.0.0' },
    },
  }

  test('that misses a binary is refused', () => {
    expect(missingOptionals(lock)).toEqual(['node_modules/tool needs @tool/mac'])
  })

  test('with a package from a private host and without a checksum is refused', () => {
    expect(privateSources(lock)).toEqual([
      'node_modules/tool/node_modules/nested from http://10.0.0.1/nested.tgz',
    ])
    expect(withoutIntegrity(lock)).toEqual(['node_modules/tool/node_modules/nested'])
  })

  test('may have a binary beside its user or above a workspace', () => {
    expect(
      missingOptionals({
        packages: {
          'packages/db': { optionalDependencies: { '@db/linux': '1.0.0', '@db/mac': '1.0.0' } },
          'packages/db/node_modules/@db/linux': { integrity: 'sha512-a' },
          'node_modules/@db/mac': { integrity: 'sha512-b' },
        },
      }),
    ).toEqual([])
  })
})

test.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.0.0', 'github:a/b'])(
  'the version %s is refused',
  (range) => {
    expect(inexactVersions({ devDependencies: { a: range, b: '1.2.3', c: '7.0.0-beta.61' } })).toEqual([
      `a ${range}`,
    ])
  },
)
