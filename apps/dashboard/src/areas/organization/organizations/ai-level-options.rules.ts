import { type AiLevel, aiLevels, includesLevel } from '@basalt/contract/ai/ai-level.rules.ts'

const words: Record<AiLevel, { label: string; description: string }> = {
  disabled: {
    label: 'Disabled',
    description: 'Nothing is sent anywhere. AI is switched off in all projects of this organization.',
  },
  schema: {
    label: 'Schema',
    description:
      'Names, types and policies of the database, and what people write to the assistant themselves.',
  },
  schema_and_log: {
    label: 'Schema and logs',
    description: 'The same, and the log and the advisors of a project, so that causes can be looked for.',
  },
  schema_and_log_and_data: {
    label: 'Schema, logs and database data',
    description: 'The same, and the rows of queries that somebody runs in the assistant.',
  },
}

const NOT_OFFERED = 'This installation does not offer it.'

/** The levels to choose from; those that the installation does not offer say so. */
export const aiLevelOptions = (highest: AiLevel) =>
  aiLevels.map((value) => {
    const { label, description } = words[value]
    return includesLevel(highest, value)
      ? { value, label, description }
      : { value, label, description: `${description} ${NOT_OFFERED}`, disabled: true }
  })
