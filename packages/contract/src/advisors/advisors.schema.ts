import { z } from 'zod'
import { Text } from '../text.ts'
import { DISMISSAL_DAYS_MAX, DISMISSAL_REASON_MAX, lintLevels } from './advisors.rules.ts'

/** Somebody looked at a finding and decided to leave it. It ends when the object changes. */
export const LintDismissal = z
  .object({
    reason: z.string(),
    /** The email address of the member. */
    dismissed_by: z.string(),
    dismissed_at: z.iso.datetime(),
    /** Null for as long as the object stays as it is. */
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LintDismissal' })
export type LintDismissal = z.infer<typeof LintDismissal>

/** A finding of an advisor. */
export const LintFinding = z
  .object({
    /** The rule. */
    name: z.string(),
    title: z.string(),
    level: z.enum(lintLevels),
    facing: z.literal('EXTERNAL'),
    categories: z.array(z.enum(['SECURITY', 'PERFORMANCE'])),
    /** Why the rule matters. */
    description: z.string(),
    /** What it found here. */
    detail: z.string(),
    /** The address of the guide about it. */
    remediation: z.string(),
    /** What to do. */
    advice: z.string(),
    /** SQL that corrects it, which may be several statements; null when a person has to decide how. */
    fix: z.string().nullable(),
    metadata: z.looseObject({
      schema: z.string().optional(),
      name: z.string().optional(),
      /** What kind of object it is, such as `table`. */
      type: z.string(),
      /** The part of the object, such as an index or a policy. */
      entity: z.string().optional(),
      fkey_name: z.string().optional(),
      fkey_columns: z.array(z.string()).optional(),
      /** Findings of this rule, when they are too many to list them all. */
      count: z.number().int().optional(),
    }),
    /** The rule and the object, the same in every run. */
    cache_key: z.string(),
    dismissal: LintDismissal.nullable(),
  })
  .meta({ id: 'LintFinding' })
export type LintFinding = z.infer<typeof LintFinding>

const LevelCounts = z.object({ ERROR: z.number().int(), WARN: z.number().int(), INFO: z.number().int() })

/** What the last run found, without what is dismissed. */
export const AdvisorSummary = z
  .object({
    /** Null when the advisors have never run here. */
    ran_at: z.iso.datetime().nullable(),
    counts: z.object({ security: LevelCounts, performance: LevelCounts }),
  })
  .meta({ id: 'AdvisorSummary' })
export type AdvisorSummary = z.infer<typeof AdvisorSummary>

const CacheKey = z.string().min(1).max(1000)

export const DismissedLint = z.strictObject({
  cache_key: CacheKey,
  reason: Text.trim()
    .min(1, 'Say why it may stay')
    .max(DISMISSAL_REASON_MAX, `The reason may have at most ${DISMISSAL_REASON_MAX} characters`),
  /** After how many days it comes back; null for as long as the object stays as it is. */
  days: z.number().int().min(1).max(DISMISSAL_DAYS_MAX).nullable(),
})

export const ReopenedLint = z.strictObject({ cache_key: CacheKey })
