import { benchLargeFile, benchSmallFiles } from './bytes.ts'
import { benchFolders } from './folders.ts'
import { benchListing } from './listing.ts'
import { withStorageProject } from './storage-project.ts'

/** The full sizes, and a twentieth of them, which checks within a minute that everything still works. */
const FULL = { listed: [100_000, 1_000_000], smallFiles: 2000, largeMegabytes: 1024 }
const SMALL = { listed: [10_000], smallFiles: 200, largeMegabytes: 256 }

/** A project's storage against plain SQL and plain files. `node bench/main.ts storage small` takes a minute. */
export async function benchStorage(size = '') {
  const { listed, smallFiles, largeMegabytes } = size === 'small' ? SMALL : FULL
  await withStorageProject(async (project) => {
    await benchFolders(project)
    await benchSmallFiles(project, smallFiles)
    await benchLargeFile(project, largeMegabytes)
    for (const each of listed) await benchListing(project, each)
  })
}
