import type { FeatureKey } from '../installation/features.rules.ts'

/** What an organization shares with an AI endpoint; each level includes those before it. */
export const aiLevels = ['disabled', 'schema', 'schema_and_log', 'schema_and_log_and_data'] as const
export type AiLevel = (typeof aiLevels)[number]

/** The level of a new organization, as far as the installation offers it. */
export const AI_LEVEL_OF_NEW: AiLevel = 'schema'

/** What each level adds to the one before, by the names that the API uses. */
export const aiOptInTags = [
  'AI_SQL_GENERATOR_OPT_IN',
  'AI_LOG_GENERATOR_OPT_IN',
  'AI_DATA_GENERATOR_OPT_IN',
] as const
export type AiOptInTag = (typeof aiOptInTags)[number]

export const tagsOf = (level: AiLevel): AiOptInTag[] => aiOptInTags.slice(0, aiLevels.indexOf(level))

/**
 * The highest level whose tags are all present. Data without logs grants neither: the levels build on each other.
 */
export const levelOf = (tags: readonly AiOptInTag[]): AiLevel =>
  levelBefore(aiOptInTags.findIndex((tag) => !tags.includes(tag)))

export const includesLevel = (level: AiLevel, needed: AiLevel) =>
  aiLevels.indexOf(level) >= aiLevels.indexOf(needed)

export const lowerLevel = (one: AiLevel, other: AiLevel) => (includesLevel(one, other) ? other : one)

/** The keys of BASALT_DISABLED_FEATURES that switch levels off, in the order of the levels. */
const levelFeatures = [
  'ai:opt_in_level_schema',
  'ai:opt_in_level_schema_and_log',
  'ai:opt_in_level_schema_and_log_and_data',
] as const satisfies readonly FeatureKey[]

/** The highest level that an installation offers; a disabled level also disables those above it. */
export const highestLevel = (disabledFeatures: readonly string[]): AiLevel =>
  levelBefore(levelFeatures.findIndex((feature) => disabledFeatures.includes(feature)))

/** `missing` is the index of the first missing tag or feature, -1 for none. */
const levelBefore = (missing: number): AiLevel =>
  aiLevels.at(missing === -1 ? aiLevels.length - 1 : missing) ?? 'disabled'

/** The error message where the organization has AI turned off. */
export const AI_IS_OFF =
  'AI is turned off for this organization. Members who can change its settings can turn it on there.'
