import { fileSizeCaps } from '@basalt/contract/storage/limits.rules.ts'
import type { StorageConfig } from '@basalt/contract/storage/settings.schema.ts'
import type { Metadata } from '../../../platform/metadata/metadata.ts'

export type StorageSettings = ReturnType<typeof storageSettings>

/** Storage settings of projects. */
export function storageSettings(metadata: Metadata) {
  return {
    /** The settings, and the file size limit of the plan. */
    async of(ref: string) {
      const row = await metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .leftJoin('storage_settings', 'storage_settings.ref', 'projects.ref')
        .select([
          'organizations.plan',
          'storage_settings.file_size_limit',
          'storage_settings.image_transformation',
          'storage_settings.s3_protocol',
        ])
        .where('projects.ref', '=', ref)
        .executeTakeFirstOrThrow()
      const cap = fileSizeCaps[row.plan]
      const config: StorageConfig = {
        fileSizeLimit: Math.min(cap, row.file_size_limit === null ? cap : Number(row.file_size_limit)),
        features: {
          imageTransformation: { enabled: row.plan !== 'free' && (row.image_transformation ?? true) },
          s3Protocol: { enabled: row.s3_protocol ?? true },
        },
      }
      return { config, cap, plan: row.plan }
    },

    async set(ref: string, { fileSizeLimit, features }: StorageConfig) {
      const values = {
        file_size_limit: fileSizeLimit,
        image_transformation: features.imageTransformation.enabled,
        s3_protocol: features.s3Protocol.enabled,
      }
      await metadata
        .insertInto('storage_settings')
        .values({ ref, ...values })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet(values))
        .execute()
    },
  }
}
