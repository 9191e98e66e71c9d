import { z } from 'zod'
import { backupKinds } from '../backups/backups.rules.ts'

export const InstallationBackup = z
  .object({
    id: z.string(),
    kind: z.enum(backupKinds),
    completed_at: z.iso.datetime(),
    size_bytes: z.number(),
    /** When its check ended, whatever it found; null before. */
    checked_at: z.iso.datetime().nullable(),
    /** When it was restored and nothing was wrong with it; null before, and for a damaged one. */
    verified_at: z.iso.datetime().nullable(),
    /** How long restoring it took then. */
    restore_seconds: z.number().nullable(),
    /** What the check found; null for a sound one. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'InstallationBackup' })
export type InstallationBackup = z.infer<typeof InstallationBackup>

export const InstallationBackups = z
  .object({
    /** False when the metadata are in a PostgreSQL of the operator's own, which has backups of its own. */
    is_available: z.boolean(),
    /** A folder, or a bucket such as s3://backups. */
    place: z.string(),
    /** Whether that folder is on the disk of the data directory, and so is lost with it. */
    is_on_same_disk: z.boolean(),
    /** Whether new backups and logs are encrypted with the key file. */
    is_encrypted: z.boolean(),
    /** Newest first. */
    backups: z.array(InstallationBackup),
    /** Until when every change of accounts and settings has been received beside the backups; null before the first. */
    log_until: z.iso.datetime().nullable(),
    /** The copies of the projects' files; null when those are in S3, where a restored installation finds them too. */
    files: z.object({ count: z.number().int(), copied_at: z.iso.datetime().nullable() }).nullable(),
    key: z.object({
      /** Where it is on the machine. */
      file: z.string(),
      /** When its owner last confirmed to have a copy. */
      confirmed_at: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'InstallationBackups' })
export type InstallationBackups = z.infer<typeof InstallationBackups>

export const KeyConfirmation = z.strictObject({
  /** The SHA-256 of the copy, in hex. What `sha256sum` prints after it is ignored. */
  fingerprint: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^[0-9a-f]{64}(\s.*)?$/s,
      'Paste the line that the command prints: it begins with 64 digits and letters',
    )
    .transform((line) => line.slice(0, 64)),
})
