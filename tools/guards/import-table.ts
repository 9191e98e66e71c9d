import { type Import, importsOf, packageOf } from '../source/imports.ts'
import { isTest, type SourceFile } from '../source/source-file.ts'
import type { Guard } from './guard.ts'
import { testExtras, testPackages, type Zone, zones } from './zones.ts'

/** The npm packages that each package.json declares, by its folder (`''` for the root). */
export type Declared = ReadonlyMap<string, ReadonlySet<string>>

/** Checks who may import whom, including npm packages and Node modules. */
export const importTable = (declared: Declared): Guard => ({
  rule: 'every import follows the import table',
  check(files) {
    const known = new Set(files.map((file) => file.path))
    const broken: string[] = []
    let checked = 0
    for (const file of files.filter(({ path }) => !path.endsWith('.css'))) {
      const zone = zoneOf(file.path)
      if (!zone) broken.push(`${file.path} is in a folder that the import table does not list`)
      for (const imported of zone ? importsOf(file) : []) {
        checked += 1
        const reason = zone && refusal(file, zone, imported, declared, known)
        if (reason) broken.push(`${file.path} imports ${imported.specifier}: ${reason}`)
      }
    }
    return { checked, broken }
  },
})

function refusal(file: SourceFile, zone: Zone, imported: Import, declared: Declared, known: Set<string>) {
  const { specifier, target } = imported
  if (target !== undefined) return refusedTarget(file, zone, specifier, target, known)
  if (specifier.startsWith('node:'))
    return zone.node || isTest(file.path) ? undefined : 'it may not use Node modules'
  return refusedPackage(file, zone, packageOf(specifier), declared)
}

function refusedTarget(file: SourceFile, zone: Zone, specifier: string, target: string, known: Set<string>) {
  if (/\.(ts|tsx|mjs|css)$/.test(target) && !target.includes('.gen.') && !known.has(target))
    return 'no such file'
  if (
    specifier.startsWith('.') &&
    target.startsWith('packages/') &&
    workspaceOf(file.path) !== workspaceOf(target)
  )
    return 'import another package by its name'
  if (folderIn(zone, file.path) === folderIn(zone, target)) return undefined
  const tested = isTest(file.path) ? (testExtras[workspaceOf(file.path)] ?? []) : []
  return [...zone.imports, ...tested].some((place) => isInside(place, target))
    ? undefined
    : `${zone.place} may not import it`
}

function refusedPackage(file: SourceFile, zone: Zone, name: string, declared: Declared) {
  if ((isTest(file.path) || file.path.endsWith('.config.ts')) && testPackages.includes(name)) return undefined
  if (zone.npm !== 'declared')
    return zone.npm.includes(name) ? undefined : `${zone.place} may not use this package`
  if (zone.npmNever?.includes(name)) return `${zone.place} may not use this package`
  const folder = /^(?:packages|apps)\/[^/]+/.exec(file.path)?.[0] ?? ''
  return declared.get(folder)?.has(name)
    ? undefined
    : `${folder || 'the root'}/package.json does not declare it`
}

/** `packages/sql/src`, `apps/server/src`, or the first folder. */
const workspaceOf = (file: string) =>
  /^(?:packages|apps)\/[^/]+\/src/.exec(file)?.[0] ?? file.split('/')[0] ?? ''

const zoneOf = (file: string): Zone | undefined =>
  zones.filter((zone) => isInside(zone.place, file)).sort((a, b) => b.place.length - a.place.length)[0]

/** The folder of a zone that a file is in: for `features/*`, that of the one feature. */
const folderIn = (zone: Zone, file: string) => {
  const found = zoneOf(file)
  return found === zone ? (pattern(zone.place).exec(file)?.[0] ?? '') : undefined
}

const isInside = (place: string, file: string) => pattern(place).test(file)

const patterns = new Map<string, RegExp>()

/** Cached, because each pattern is needed for every import. */
function pattern(place: string) {
  const known =
    patterns.get(place) ?? new RegExp(`^${place.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]+')}(?=/|$)`)
  patterns.set(place, known)
  return known
}
