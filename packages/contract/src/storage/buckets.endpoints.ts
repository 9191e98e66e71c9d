import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { Bucket, BucketList, BucketRules, NewBucket } from './buckets.schema.ts'

/** Older buckets may have longer names than new ones. */
const BUCKET_ID_MAX = 500

export const BucketParams = ProjectParams.extend({ id: Text.min(1).max(BUCKET_ID_MAX) })

const Message = z.object({ message: z.string() })

export const listBuckets = endpoint({
  name: 'listBuckets',
  method: 'GET',
  path: '/platform/storage/:ref/buckets',
  summary: 'The buckets of a project',
  params: ProjectParams,
  query: BucketList,
  response: z.array(Bucket),
})

export const createBucket = endpoint({
  name: 'createBucket',
  method: 'POST',
  path: '/platform/storage/:ref/buckets',
  summary: 'Create a bucket',
  params: ProjectParams,
  body: NewBucket.omit({ name: true, versioning_status: true }).required({ id: true }),
  response: z.object({ name: z.string() }),
  status: 201,
  audit: { keeps: ['id', 'public', 'file_size_limit', 'allowed_mime_types'] },
})

export const getBucket = endpoint({
  name: 'getBucket',
  method: 'GET',
  path: '/platform/storage/:ref/buckets/:id',
  summary: 'One bucket',
  params: BucketParams,
  response: Bucket,
})

export const updateBucket = endpoint({
  name: 'updateBucket',
  method: 'PATCH',
  path: '/platform/storage/:ref/buckets/:id',
  summary: "Change a bucket's rules; null lifts a limit",
  params: BucketParams,
  body: BucketRules.refine((change) => Object.keys(change).length > 0, 'Name at least one field to change'),
  response: Message,
  audit: { title: "Change a bucket's rules", keeps: ['public', 'file_size_limit', 'allowed_mime_types'] },
})

export const emptyBucket = endpoint({
  name: 'emptyBucket',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/empty',
  summary: 'Delete everything in a bucket',
  params: BucketParams,
  response: Message,
})

export const deleteBucket = endpoint({
  name: 'deleteBucket',
  method: 'DELETE',
  path: '/platform/storage/:ref/buckets/:id',
  summary: 'Delete an empty bucket, or with contents=true any bucket',
  params: BucketParams,
  query: z.object({ contents: z.stringbool().default(false) }),
  response: Message,
  audit: { title: 'Delete a bucket' },
})
