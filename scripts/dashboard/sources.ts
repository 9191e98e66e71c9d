import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sourcesDigest } from '../sources-digest.ts'

const patterns = [
  'apps/dashboard/{src,public,vite}/**/*.*',
  'apps/dashboard/{index.html,vite.config.ts,package.json}',
  'packages/{contract,sql}/src/**/*.*',
  'scripts/dashboard/*.ts',
  'scripts/sources-digest.ts',
  'package-lock.json',
]

/** Files that the build writes, or does not read. */
const isIrrelevant = (file: string) => file.endsWith('routeTree.gen.ts') || /\.test\.tsx?$/.test(file)

/** A digest of everything that the built dashboard depends on: the same digest means the same build. */
export function dashboardDigest(repository: string): string {
  const files = globSync(patterns, { cwd: repository }).filter((file) => !isIrrelevant(file))
  return sourcesDigest(
    files.map((file) => file.split(path.sep).join('/')),
    (file) => readFileSync(path.join(repository, file)),
  )
}
