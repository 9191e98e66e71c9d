import type { UploadItem } from '../uploads/upload-item.ts'
import type { BucketPlace } from './explorer.queries.ts'
import { joined } from './path.rules.ts'

/** What of an upload tells where it will be. */
export type Arriving = Pick<UploadItem, 'ref' | 'bucket' | 'path' | 'status' | 'endedAt'>

/** Something right in a folder that is on its way, or that something on its way is in. */
export interface ArrivingName {
  path: string
  name: string
  isFolder: boolean
}

/**
 * The files and folders of a folder that uploads are making, each once. What has arrived counts until the folder was
 * listed again, at `listedAt` in milliseconds.
 */
export function arrivingIn(
  uploads: readonly Arriving[],
  { ref, bucket }: BucketPlace,
  folder: string,
  listedAt: number,
): ArrivingName[] {
  const prefix = folder === '' ? '' : `${folder}/`
  const found = new Map<string, ArrivingName>()
  for (const upload of uploads) {
    if (upload.ref !== ref || upload.bucket !== bucket || !upload.path.startsWith(prefix)) continue
    if (!isOnItsWay(upload, listedAt)) continue
    const [name = '', ...below] = upload.path.slice(prefix.length).split('/')
    found.set(name, { path: joined(folder, name), name, isFolder: below.length > 0 })
  }
  return [...found.values()]
}

const isOnItsWay = ({ status, endedAt = 0 }: Arriving, listedAt: number) =>
  status === 'stored' ? endedAt > listedAt : status !== 'failed' && status !== 'file-needed'
