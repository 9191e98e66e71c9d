import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { NewStorageCredential, StorageConfig, StorageConfigChange } from './settings.schema.ts'

export const getStorageConfig = endpoint({
  name: 'getStorageConfig',
  method: 'GET',
  path: '/platform/projects/:ref/config/storage',
  summary: "A project's storage settings",
  params: ProjectParams,
  response: StorageConfig,
})

export const updateStorageConfig = endpoint({
  name: 'updateStorageConfig',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/storage',
  summary: "Change a project's storage settings",
  params: ProjectParams,
  body: StorageConfigChange,
  response: StorageConfig,
})

export const StorageCredential = z
  .object({ id: z.uuid(), description: z.string(), access_key: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'StorageCredential' })
export type StorageCredential = z.infer<typeof StorageCredential>

export const listStorageCredentials = endpoint({
  name: 'listStorageCredentials',
  method: 'GET',
  path: '/platform/storage/:ref/credentials',
  summary: 'The S3 access keys of a project',
  params: ProjectParams,
  response: z.array(StorageCredential),
})

export const createStorageCredential = endpoint({
  name: 'createStorageCredential',
  method: 'POST',
  path: '/platform/storage/:ref/credentials',
  summary: 'Create an S3 access key; only this response shows its secret',
  params: ProjectParams,
  body: NewStorageCredential,
  response: StorageCredential.extend({ secret_key: z.string() }),
  status: 201,
})

export const deleteStorageCredential = endpoint({
  name: 'deleteStorageCredential',
  method: 'DELETE',
  path: '/platform/storage/:ref/credentials/:id',
  summary: 'Revoke an S3 access key',
  params: ProjectParams.extend({ id: z.uuid() }),
  response: Done,
})
