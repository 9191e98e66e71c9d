import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { platform, release } from 'node:os'
import { basename, join } from 'node:path'
import type { Account } from '../account/account.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import type { Background } from '../process/background.ts'
import { run } from '../process/run.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { canSyncAtOnce } from './recovery-sync.rules.ts'

export interface InitdbOptions {
  superuser: string
  password: string
  /** The account that initdb runs as, because PostgreSQL refuses to run as root. */
  as: Account | undefined
}

/**
 * Creates an empty cluster with the builtin C.UTF-8 locale, whose sort order is the same on every machine and never
 * changes with the system's libraries, SCRAM everywhere, and data checksums. Nothing is synced to disk yet.
 */
export async function initdb(
  binary: PostgresBinary,
  files: ClusterFiles,
  options: InitdbOptions,
): Promise<void> {
  // A file, because initdb cannot read the socket that Node gives a child as its input.
  const passwordFile = join(files.folder, 'password')
  await mkdir(files.data, { mode: 0o700 })
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (options.as)
    for (const path of [files.data, passwordFile]) await chown(path, options.as.uid, options.as.gid)
  try {
    await run(
      binary.initdb,
      [
        ...['-D', files.data, '-U', options.superuser, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
        ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
        ...['--data-checksums', '--no-instructions', '--no-sync'],
      ],
      { as: options.as },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Makes a cluster survive a power failure from here on, also when its folder is moved meanwhile. Takes some 100 ms, and
 * fewer when it may write everything else on that disk too: each of a thousand files has the disk flush its cache otherwise.
 * @throws CommandError
 */
export const syncToDisk = (
  binary: PostgresBinary,
  { folder, data }: ClusterFiles,
  { background, withOthers = false }: { background?: Background; withOthers?: boolean } = {},
) => {
  const method = withOthers && canSyncAtOnce(platform(), release()) ? ['--sync-method=syncfs'] : []
  return run(binary.initdb, ['--sync-only', ...method, '-D', basename(data)], { background, cwd: folder })
}
