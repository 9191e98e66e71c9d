import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const patterns = [
  'apps/dashboard/{src,public,vite}/**/*.*',
  'apps/dashboard/{index.html,vite.config.ts,package.json}',
  'packages/{contract,sql}/src/**/*.*',
  'scripts/dashboard/*.ts',
  'package-lock.json',
]

/** Files that the build writes, or does not read. */
const isIrrelevant = (file: string) => file.endsWith('routeTree.gen.ts') || /\.test\.tsx?$/.test(file)

/** A digest of everything that the built dashboard depends on: the same digest means the same build. */
export function sourcesDigest(repository: string): string {
  const digest = createHash('sha256')
  const files = globSync(patterns, { cwd: repository }).filter((file) => !isIrrelevant(file))
  for (const file of files.sort())
    digest
      .update(file.split(path.sep).join('/'))
      .update('\0')
      .update(readFileSync(path.join(repository, file)))
      .update('\0')
  return digest.digest('hex')
}
