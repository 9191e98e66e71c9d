import { statfs } from 'node:fs/promises'
import { diskUsage } from '../cluster/disk-usage.ts'
import { EngineError } from '../engine.ts'

/** What must be free besides the size of the copied data: its write-ahead log and some room to recover. */
export const COPY_RESERVE_BYTES = 256 * 1024 * 1024

/** @throws EngineError disk_full with both sizes, unless a copy of that data fits on the disk of `folder` */
export const refuseWithoutRoom = async (folder: string, data: string): Promise<void> =>
  mustFit(folder, await diskUsage(data))

/** @throws EngineError disk_full with both sizes, unless a copy of so many bytes fits after `makeRoom` */
export const mustFit = (folder: string, bytes: number, makeRoom?: () => Promise<void>): Promise<void> =>
  refuseUnlessFits('A copy of this database', folder, bytes, makeRoom)

/** @throws EngineError disk_full with both sizes, unless a restored database of so many bytes fits */
export const mustFitRestored = (folder: string, bytes: number): Promise<void> =>
  refuseUnlessFits('The restored database', folder, bytes)

async function refuseUnlessFits(
  what: string,
  folder: string,
  bytes: number,
  makeRoom?: () => Promise<void>,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, bytes + COPY_RESERVE_BYTES]
  if (free >= needed) return
  if (makeRoom) {
    await makeRoom()
    return refuseUnlessFits(what, folder, bytes)
  }
  throw new EngineError(
    'disk_full',
    `${what} needs ${megabytes(needed)}, and the disk has ${megabytes(free)} free. Free some space and try again.`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
