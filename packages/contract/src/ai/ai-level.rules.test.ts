import { describe, expect, test } from 'vitest'
import {
  aiLevels,
  aiOptInTags,
  highestLevel,
  includesLevel,
  levelOf,
  lowerLevel,
  tagsOf,
} from './ai-level.rules.ts'

const [SQL, LOG, DATA] = aiOptInTags

test.each([
  [[], 'disabled'],
  [[SQL], 'schema'],
  [[LOG, SQL], 'schema_and_log'],
  [[SQL, LOG, DATA], 'schema_and_log_and_data'],
  [[SQL, DATA], 'schema'],
  [[LOG, DATA], 'disabled'],
] as const)('the tags %j mean the level %s', (tags, level) => {
  expect(levelOf(tags)).toBe(level)
})

test.each(aiLevels)('the level of the tags of %s is %s again', (level) => {
  expect(levelOf(tagsOf(level))).toBe(level)
})

describe.each(aiLevels.map((level, index) => [level, index] as const))('%s', (level, index) => {
  test.each(aiLevels.map((needed, position) => [needed, position] as const))(
    'is compared with %s',
    (needed, position) => {
      expect(includesLevel(level, needed)).toBe(index >= position)
      expect(lowerLevel(level, needed)).toBe(aiLevels[Math.min(index, position)])
    },
  )
})

test.each([
  [[], 'schema_and_log_and_data'],
  [['billing:all'], 'schema_and_log_and_data'],
  [['ai:opt_in_level_schema_and_log_and_data'], 'schema_and_log'],
  [['ai:opt_in_level_schema_and_log'], 'schema'],
  [['ai:opt_in_level_schema'], 'disabled'],
  [['ai:opt_in_level_schema_and_log_and_data', 'ai:opt_in_level_schema'], 'disabled'],
])('an installation without %j offers %s', (disabledFeatures, level) => {
  expect(highestLevel(disabledFeatures)).toBe(level)
})
