import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from '../lock.mjs'
import { repository } from '../repository.ts'
import { bundleServer } from './bundle.ts'
import { type Build, buildsIn, isServerBuilt, newestBuild, newestFile } from './current-build.ts'

/**
 * A server that runs from an older build loads parts of it late, so that several are kept. Their folders are used in
 * turn, because Node's cache of compiled code keeps the code of every path forever.
 */
const BUILDS_KEPT = 5
const UNFINISHED = 'unfinished.'

/**
 * Builds the server unless its newest build is up to date. Nobody sees half of a build: it is renamed when it is complete,
 * and then becomes the newest in one step.
 */
export const buildServer = (root = repository): Promise<void> =>
  withLock(`${buildsIn(root)}.lock`, async () => {
    if (isServerBuilt(root)) return
    console.log('Building the server …')
    const builds = buildsIn(root)
    mkdirSync(builds, { recursive: true })
    removeUnfinished(builds)
    const unfinished = path.join(builds, `${UNFINISHED}${process.pid}`)
    const made = await bundleServer(root, unfinished)
    const folder = folderAfter(newestBuild(root)?.folder)
    rmSync(path.join(builds, folder), { recursive: true, force: true })
    renameSync(unfinished, path.join(builds, folder))
    becomeNewest(root, { folder, ...made })
  })

const folderAfter = (last = '0') => String((Number(last) % BUILDS_KEPT) + 1)

function becomeNewest(root: string, build: Build) {
  const next = path.join(buildsIn(root), `${UNFINISHED}json`)
  writeFileSync(next, JSON.stringify(build), { flush: true })
  renameSync(next, newestFile(root))
}

/** Removes what killed builds left behind. */
function removeUnfinished(builds: string) {
  for (const name of readdirSync(builds).filter((name) => name.startsWith(UNFINISHED)))
    rmSync(path.join(builds, name), { recursive: true })
}
