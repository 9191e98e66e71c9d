import { constants } from 'node:fs'
import { lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

/** In the data directory, so that it stays with the data wherever that is moved. PostgreSQL ignores it. */
const FENCE = 'basalt.fenced'

/** Whether this data must never be served again. */
export const isFenced = (data: string): Promise<boolean> =>
  lstat(join(data, FENCE)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Resolves once the mark would survive a power failure. Also marks the place of data that is gone. */
export async function putFence(data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (!(await isFenced(data))) {
    const { O_CREAT, O_EXCL, O_WRONLY } = constants
    const file = await open(join(data, FENCE), O_CREAT | O_EXCL | O_WRONLY, 0o600)
    await file.sync().finally(() => file.close())
  }
  const folder = await open(data, constants.O_RDONLY)
  await folder.sync().finally(() => folder.close())
}
