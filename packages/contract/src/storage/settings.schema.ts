import { z } from 'zod'
import { nameText } from '../text.ts'

const CREDENTIAL_DESCRIPTION_MIN = 3
const CREDENTIAL_DESCRIPTION_MAX = 200

const Feature = z.object({ enabled: z.boolean() })

export const StorageConfig = z
  .object({
    /** In bytes. */
    fileSizeLimit: z.number().int(),
    features: z.object({ imageTransformation: Feature, s3Protocol: Feature }),
  })
  .meta({ id: 'StorageConfig' })
export type StorageConfig = z.infer<typeof StorageConfig>

/** Omitted fields stay unchanged. */
export const StorageConfigChange = z
  .strictObject({
    fileSizeLimit: z.number().int().min(1).optional(),
    features: z
      .strictObject({ imageTransformation: Feature.optional(), s3Protocol: Feature.optional() })
      .optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type StorageConfigChange = z.infer<typeof StorageConfigChange>

/** A request for an S3 access key. */
export const NewStorageCredential = z.strictObject({
  description: nameText('The description', CREDENTIAL_DESCRIPTION_MIN, CREDENTIAL_DESCRIPTION_MAX),
})
