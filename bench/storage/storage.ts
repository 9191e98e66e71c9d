import { benchLargeFile, benchSmallFiles } from './bytes.ts'
import { benchFolders } from './folders.ts'
import { withGround } from './ground.ts'
import { benchListing } from './listing.ts'

/** What is measured, and a twentieth of it, which shows within a minute that everything still works. */
const FULL = { listed: [100_000, 1_000_000], smallFiles: 2000, largeMegabytes: 1024 }
const SMALL = { listed: [10_000], smallFiles: 200, largeMegabytes: 256 }

/** The storage of a project against plain SQL and plain files. `node bench/main.ts storage small` takes a minute. */
export async function benchStorage(size = '') {
  const { listed, smallFiles, largeMegabytes } = size === 'small' ? SMALL : FULL
  await withGround(async (ground) => {
    await benchFolders(ground)
    await benchSmallFiles(ground, smallFiles)
    await benchLargeFile(ground, largeMegabytes)
    for (const each of listed) await benchListing(ground, each)
  })
}
