import type { ObjectRow } from './objects.store.ts'

/** Object information as clients of the Storage API expect it. */
export const objectInfo = ({ metadata, ...object }: ObjectRow) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: object.bucket_id,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: metadata?.eTag ?? null,
  metadata: object.user_metadata ?? {},
  last_modified: object.updated_at,
  created_at: object.created_at,
})
