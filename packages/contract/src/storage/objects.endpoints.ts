import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FILE_PATH_MISSING } from '../missing-arguments.rules.ts'
import { Text } from '../text.ts'
import { BucketParams } from './buckets.endpoints.ts'
import {
  BULK_MAX,
  DownloadOptions,
  ExpiresIn,
  FolderPageRequest,
  Move,
  ObjectPath,
  SignOptions,
} from './explorer.schema.ts'
import { ListedObject, ZipRequest } from './objects.schema.ts'

/** Ten thousand of the longest paths. */
const BULK_BODY_LIMIT = 24 * 1024 * 1024

const Paths = z.object({ paths: z.array(ObjectPath).min(1).max(BULK_MAX) })
const Deleted = z.array(z.object({ name: z.string() }))

export const listObjects = endpoint({
  name: 'listObjects',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/list',
  summary: 'A page of a folder: its folders first, then its files',
  params: BucketParams,
  body: FolderPageRequest,
  response: z.array(ListedObject),
  // A read; it has a body because a query string could not hold the paths.
  audit: { repeats: true },
})

export const deleteObjects = endpoint({
  name: 'deleteObjects',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects',
  summary: 'Delete objects, and folders (paths that end with a slash) with everything in them',
  params: BucketParams,
  body: Paths,
  response: Deleted,
  bodyLimit: BULK_BODY_LIMIT,
  audit: { title: 'Delete objects', keeps: ['paths'] },
})

export const countObjects = endpoint({
  name: 'countObjects',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/count',
  summary: 'Count the files and bytes of objects and folders (paths that end with a slash)',
  params: BucketParams,
  body: Paths,
  response: z.object({
    files: z.number().int(),
    bytes: z.number(),
    /** True when there are more files than were counted. */
    isMore: z.boolean(),
  }),
  bodyLimit: BULK_BODY_LIMIT,
  // A read; it has a body because a query string could not hold the paths.
  audit: { repeats: true },
})

export const removeObjects = endpoint({
  name: 'removeObjects',
  method: 'DELETE',
  path: '/platform/storage/:ref/buckets/:id/objects',
  summary: 'An alias of deleteObjects with the method DELETE',
  params: BucketParams,
  body: Paths,
  response: Deleted,
  bodyLimit: BULK_BODY_LIMIT,
  audit: { title: 'Delete objects', keeps: ['paths'] },
})

export const moveObject = endpoint({
  name: 'moveObject',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/move',
  summary: 'Move an object, or a folder (paths that end with a slash) with everything in it',
  params: BucketParams,
  body: Move,
  response: z.object({}),
  audit: { title: 'Move or rename an object', keeps: ['from', 'to'] },
})

export const moveObjects = endpoint({
  name: 'moveObjects',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/move-many',
  summary: 'Move several objects and folders; all of them or none',
  params: BucketParams,
  body: z.object({ moves: z.array(Move).min(1).max(BULK_MAX) }),
  response: z.object({ moved: z.number().int() }),
  bodyLimit: BULK_BODY_LIMIT,
  audit: { title: 'Move several objects', keeps: ['moves'] },
})

export const createFolder = endpoint({
  name: 'createFolder',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/folders',
  summary: 'Create an empty folder',
  params: BucketParams,
  body: z.object({ path: ObjectPath }),
  response: z.object({ path: z.string() }),
  status: 201,
  audit: { keeps: ['path'] },
})

export const getObject = endpoint({
  name: 'getObject',
  method: 'GET',
  path: '/platform/storage/:ref/buckets/:id/objects/download',
  summary:
    'The bytes of an object, with ranges and preconditions. `download` makes it an attachment, optionally with a file name',
  params: BucketParams,
  query: z.object({ path: Text.min(1, FILE_PATH_MISSING).max(2048), download: Text.max(255).optional() }),
  response: z.string(),
  media: 'file',
})

export const downloadObject = endpoint({
  name: 'downloadObject',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/download',
  summary: 'The bytes of an object, or of a transformed image',
  params: BucketParams,
  body: z.object({
    path: Text.min(1, FILE_PATH_MISSING).max(2048),
    options: DownloadOptions.prefault({}),
  }),
  response: z.string(),
  media: 'file',
  audit: { title: 'Download an object', keeps: ['path'] },
})

export const getPublicUrl = endpoint({
  name: 'getPublicUrl',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/public-url',
  summary: 'The public URL of an object in a public bucket',
  params: BucketParams,
  body: z.object({ path: ObjectPath, options: SignOptions }),
  response: z.object({ publicUrl: z.string() }),
  audit: { repeats: true },
})

export const signObject = endpoint({
  name: 'signObject',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/sign',
  summary: 'A signed URL with which anyone can read an object until it expires',
  params: BucketParams,
  body: z.object({ path: ObjectPath, expiresIn: ExpiresIn, options: SignOptions }),
  response: z.object({ signedUrl: z.string() }),
  audit: { title: 'Sign the address of an object', keeps: ['path', 'expiresIn'] },
})

export const signObjects = endpoint({
  name: 'signObjects',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/sign-multi',
  summary: 'Signed URLs for several objects',
  params: BucketParams,
  body: z.object({ path: z.array(ObjectPath).min(1).max(1000), expiresIn: ExpiresIn, options: SignOptions }),
  response: z.array(
    z.object({ path: z.string(), signedUrl: z.string().nullable(), error: z.string().nullable() }),
  ),
  status: 201,
  audit: { title: 'Sign the addresses of several objects', keeps: ['path', 'expiresIn'] },
})

export const prepareArchive = endpoint({
  name: 'prepareArchive',
  method: 'POST',
  path: '/platform/storage/:ref/buckets/:id/objects/archives',
  summary: 'A token to download folders and objects as one archive within the next minutes',
  params: BucketParams,
  body: ZipRequest,
  response: z.object({ token: z.uuid() }),
  status: 201,
  bodyLimit: BULK_BODY_LIMIT,
  audit: { title: 'Download several objects', keeps: ['paths'] },
})

export const getArchive = endpoint({
  name: 'getArchive',
  method: 'GET',
  path: '/platform/storage/:ref/buckets/:id/objects/archives/:token',
  summary: 'Stream a prepared archive',
  params: BucketParams.extend({ token: z.uuid() }),
  response: z.string(),
  media: 'file',
})
