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

/** What is left out stays as it is. */
export const StorageConfigChange = z
  .strictObject({
    fileSizeLimit: z.number().int().min(1).optional(),
    features: z
      .strictObject({ imageTransformation: Feature.optional(), s3Protocol: Feature.optional() })
      .optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what is to be changed')
export type StorageConfigChange = z.infer<typeof StorageConfigChange>

/** An access key of the S3 protocol that somebody asks for. */
export const NewStorageCredential = z.strictObject({
  description: nameText('The description', CREDENTIAL_DESCRIPTION_MIN, CREDENTIAL_DESCRIPTION_MAX),
})
