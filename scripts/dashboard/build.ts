import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DEPLOYMENT_FILE } from '@basalt/contract/releases/releases.schema.ts'
import { runTool } from '../child.ts'
import { withLock } from '../lock.mjs'
import { inRepository, repository } from '../repository.ts'
import { compressFolder } from './compress.ts'
import { deploymentOf } from './deployment.ts'
import { dashboardDigest } from './sources.ts'

const app = inRepository('apps', 'dashboard')
const built = path.join(app, 'dist')
const lock = path.join(app, 'dist.lock')
const STAMP = '.sources'

export const isDashboardBuilt = () => stampOf(built) === dashboardDigest(repository)

const stampOf = (folder: string) => {
  const stamp = path.join(folder, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/**
 * Builds the dashboard unless its build is up to date. The new build replaces the old one in one step, so that a server
 * never serves parts of both. Resolves with the exit code of the build.
 */
export const buildDashboard = (): Promise<number> =>
  withLock(lock, async () => {
    if (isDashboardBuilt()) return 0
    console.log('Building the dashboard …')
    removeLeftovers()
    const digest = dashboardDigest(repository)
    const next = `${built}.${process.pid}`
    const code = await runTool('vite', [
      'build',
      app,
      '--outDir',
      next,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ])
    if (code !== 0) return code
    writeFileSync(path.join(next, DEPLOYMENT_FILE), JSON.stringify(await deploymentOf(repository)))
    await compressFolder(next)
    writeFileSync(path.join(next, STAMP), digest)
    replace(built, next)
    return 0
  })

/** A folder cannot be renamed onto one that is not empty, so the old one is moved away first. */
function replace(folder: string, next: string) {
  const old = `${next}.old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(next, folder)
  rmSync(old, { recursive: true, force: true })
}

/** Removes what killed builds left behind. */
function removeLeftovers() {
  for (const folder of globSync('dist.*', { cwd: app }).map((name) => path.join(app, name)))
    if (folder !== lock) rmSync(folder, { recursive: true, force: true })
}
