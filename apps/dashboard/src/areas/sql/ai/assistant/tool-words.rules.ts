import type { ToolPart } from '@basalt/contract/ai/assistant.schema.ts'
import { chatName } from './chat.rules.ts'

const words: Partial<Record<ToolPart['type'], string>> = {
  'tool-list_tables': 'the tables',
  'tool-list_extensions': 'the extensions',
  'tool-list_policies': 'the policies',
  'tool-search_docs': 'the guides',
  'tool-get_advisors': 'the advisors',
  'tool-get_logs': 'the log',
}

/** What the assistant did, in words; undefined for what is not worth a line. */
export function toolWords({ type, state, input }: ToolPart): string | undefined {
  if (type === 'tool-rename_chat') return undefined
  const what = words[type]
  if (what === undefined) return state === 'output-error' ? 'Wanted something that it cannot do' : undefined
  if (state === 'input-available') return `Looking at ${what}`
  if (state === 'output-error') return `Could not look at ${what}`
  const { query } = Object(input)
  return typeof query === 'string' ? `Looked at ${what} for “${query}”` : `Looked at ${what}`
}

/** The SQL of a card and its name, if the assistant wrote one that can be shown. */
export function proposedSql({
  type,
  input,
  state,
}: ToolPart): { sql: string; name: string | undefined } | undefined {
  if (type !== 'tool-execute_sql' || state === 'output-error') return undefined
  const { sql, label } = Object(input)
  if (typeof sql !== 'string' || sql.trim() === '') return undefined
  return { sql, name: typeof label === 'string' ? chatName(label) || undefined : undefined }
}
