import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TRAVERSABLE_MODE } from '../account/ensure-traversable.ts'
import { run } from '../process/run.ts'
import { repairSymlinks } from './symlinks.ts'

/**
 * Copies the distribution once per build, for when the instances' accounts cannot read the original, such as a checkout
 * in root's home.
 * @returns the folder of the copy, called `native` like the original
 */
export async function copyToRuntime(native: string, destination: string): Promise<string> {
  const copy = join(destination, 'native')
  if (
    await access(copy).then(
      () => true,
      () => false,
    )
  )
    return copy
  await mkdir(dirname(destination), { recursive: true, mode: TRAVERSABLE_MODE })
  const unfinished = `${destination}.${randomUUID()}`
  await mkdir(unfinished, { mode: 0o755 })
  try {
    await run('cp', ['-a', native, unfinished])
    await run('chmod', ['-R', 'a+rX', unfinished])
    await repairSymlinks(join(unfinished, 'native'))
    await rm(destination, { recursive: true, force: true })
    await rename(unfinished, destination)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}
