import type { BucketList, BucketRules } from '@basalt/contract/storage/buckets.schema.ts'
import { bucketNameProblem } from '@basalt/contract/storage/names.rules.ts'
import type { DatabaseCaller } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import type { ObjectService } from '../objects/objects.service.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { storageError } from '../storage-error.ts'
import { changeBucket, deleteBucket, findBucket, insertBucket, listBuckets } from './buckets.store.ts'

export type BucketService = ReturnType<typeof bucketService>

interface Deps {
  catalog: Catalog
  settings: StorageSettings
  objects: ObjectService
}

/** Buckets and their rules. All methods throw storage errors. */
export function bucketService({ catalog, settings, objects }: Deps) {
  const mustBeWithinLimit = async (ref: string, { file_size_limit: limit }: BucketRules) => {
    if (limit === undefined || limit === null) return
    const { config } = await settings.of(ref)
    if (limit > config.fileSizeLimit)
      throw storageError('EntityTooLarge', 'The limit exceeds the file size limit of the project')
  }
  return {
    list: (ref: string, caller: DatabaseCaller, list: BucketList) =>
      catalog.as(ref, caller, (rows) => listBuckets(rows, list)),

    find: (ref: string, caller: DatabaseCaller, id: string) =>
      catalog.as(ref, caller, (rows) => findBucket(rows, id)),

    /** Returns the bucket's name. */
    async create(ref: string, caller: DatabaseCaller, name: string, rules: BucketRules) {
      const problem = bucketNameProblem(name)
      if (problem) throw storageError('InvalidBucketName', problem)
      await mustBeWithinLimit(ref, rules)
      const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
      await catalog.as(ref, caller, (rows) => insertBucket(rows, { ...rules, id: name, owner }))
      return name
    },

    async change(ref: string, caller: DatabaseCaller, id: string, rules: BucketRules) {
      await mustBeWithinLimit(ref, rules)
      await catalog.as(ref, caller, (rows) => changeBucket(rows, id, rules))
    },

    empty: (ref: string, caller: DatabaseCaller, id: string) => objects.empty(ref, caller, id),

    remove: (ref: string, caller: DatabaseCaller, id: string) =>
      catalog.as(ref, caller, (rows) => deleteBucket(rows, id)),

    /** Deletes the bucket and everything in it, in one transaction. */
    removeWithContents: (ref: string, caller: DatabaseCaller, id: string) =>
      objects.empty(ref, caller, id, (rows) => deleteBucket(rows, id)),
  }
}
