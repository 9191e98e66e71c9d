import type { ToolPart } from '@basalt/contract/ai/assistant.schema.ts'
import { chatName } from './chat.rules.ts'

const subjects: Partial<Record<ToolPart['type'], string>> = {
  'tool-list_tables': 'the tables',
  'tool-list_extensions': 'the extensions',
  'tool-list_policies': 'the policies',
  'tool-search_docs': 'the guides',
  'tool-get_advisors': 'the advisors',
  'tool-get_logs': 'the log',
}

/** Describes a tool call in one line; undefined for one that is not worth mentioning. */
export function toolLabel({ type, state, input }: ToolPart): string | undefined {
  if (type === 'tool-rename_chat') return undefined
  const subject = subjects[type]
  if (subject === undefined) return state === 'output-error' ? 'Tried something it cannot do' : undefined
  if (state === 'input-available') return `Looking at ${subject}`
  if (state === 'output-error') return `Could not look at ${subject}`
  const { query } = Object(input)
  return typeof query === 'string' ? `Searched ${subject} for “${query}”` : `Looked at ${subject}`
}

/** The SQL that a tool call proposes and its name; undefined when it proposes none. */
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
