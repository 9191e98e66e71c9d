import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareEndpoints } from './guards/bare-endpoints.ts'
import { noBarrels } from './guards/barrels.ts'
import { noCycles } from './guards/cycles.ts'
import { noDefaultExports } from './guards/default-exports.ts'
import { endpointsAreDistinct, endpointsAreMounted, endpointsAreTested } from './guards/endpoints.ts'
import { environmentReadOnce } from './guards/environment.ts'
import { fileNames } from './guards/file-names.ts'
import type { Guard } from './guards/guard.ts'
import { honestTests } from './guards/honest-tests.ts'
import { importTable } from './guards/import-table.ts'
import { lateLibraries } from './guards/late-libraries.ts'
import { oneWayOut } from './guards/one-way-out.ts'
import { readSources } from './source/source-file.ts'

// Each guard has a test beside it that plants a violation; this file runs it on the repository.
const repository = path.dirname(import.meta.dirname)
const sources = readSources(repository)

const declared = new Map(
  globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: repository }).map((file) => {
    const manifest = JSON.parse(readFileSync(path.join(repository, file), 'utf8'))
    const names = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap(
      (group: Record<string, string> | undefined) => Object.keys(group ?? {}),
    )
    const folder = path.dirname(file)
    return [folder === '.' ? '' : folder.split(path.sep).join('/'), new Set(names)]
  }),
)

const guards: Guard[] = [
  importTable(declared),
  noCycles,
  noBarrels,
  noDefaultExports,
  fileNames,
  environmentReadOnce,
  endpointsAreDistinct,
  endpointsAreMounted,
  endpointsAreTested,
  oneWayOut,
  bareEndpoints,
  lateLibraries,
  honestTests,
]

describe('in this repository', () => {
  test.each(guards.map((guard) => [guard.rule, guard] as const))('%s', (_rule, guard) => {
    const { checked, broken } = guard.check(sources)
    expect(checked).toBeGreaterThan(0)
    expect(broken).toEqual([])
  })
})
