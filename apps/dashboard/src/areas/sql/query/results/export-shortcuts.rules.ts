import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import type { ResultFormat } from '@basalt/sql/result-formats.ts'

export type ExportAction =
  | { readonly how: 'copy'; readonly format: ResultFormat }
  | { readonly how: 'download'; readonly format: ExportFormat }

const actions: Record<string, ExportAction> = {
  m: { how: 'copy', format: 'markdown' },
  j: { how: 'copy', format: 'json' },
  c: { how: 'copy', format: 'csv' },
  d: { how: 'download', format: 'csv' },
  o: { how: 'download', format: 'json' },
}

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** The action of Shift+Cmd or Shift+Ctrl and a letter; undefined when there is none. */
export const exportShortcut = ({
  key,
  metaKey,
  ctrlKey,
  altKey,
  shiftKey,
}: Press): ExportAction | undefined =>
  shiftKey && metaKey !== ctrlKey && !altKey ? actions[key.toLowerCase()] : undefined

/** The keys of an action, as KeyboardKey spells them; undefined when it has no shortcut. */
export function shortcutOf(how: ExportAction['how'], format: string): readonly string[] | undefined {
  const [letter] =
    Object.entries(actions).find(([, action]) => action.how === how && action.format === format) ?? []
  return letter === undefined ? undefined : ['Shift', 'Mod', letter.toUpperCase()]
}
