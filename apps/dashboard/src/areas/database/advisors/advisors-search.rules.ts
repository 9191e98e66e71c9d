import { lintLevels } from '@basalt/contract/advisors/advisors.rules.ts'
import { aTextUpTo, oneOf, type SearchOf, searchOf } from '../../../lib/shape.ts'

export const presets = [...lintLevels, 'DISMISSED'] as const
export type Preset = (typeof presets)[number]

const RULE_MAX = 100
const KEY_MAX = 1000

const fields = {
  preset: oneOf(presets),
  /** Only findings of this rule. */
  rule: aTextUpTo(RULE_MAX),
  /** The cache key of the open finding. */
  id: aTextUpTo(KEY_MAX),
}

/** The search params of the page; invalid ones are dropped. */
export const advisorsSearch = searchOf(fields)
export type AdvisorsSearch = SearchOf<typeof fields>
