export interface Shortcut {
  label: string
  /** Key combinations as KeyboardKey spells them; several for alternatives. */
  keys: readonly (readonly string[])[]
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** The product's shortcuts, as listed in the sheet. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { label: 'Open the command menu', keys: [['Mod', 'K'], ['F1']] },
      { label: 'Show keyboard shortcuts', keys: [['?']] },
      { label: 'Go to the latest notification', keys: [['F6']] },
      { label: 'Open or close the assistant in a project', keys: [['Mod', 'I']] },
      { label: 'Close a dialog, menu or panel', keys: [['Escape']] },
    ],
  },
  {
    title: 'Command menu',
    shortcuts: [
      { label: 'Move up or down', keys: [['↑'], ['↓']] },
      { label: 'Run the selected command', keys: [['Enter']] },
      { label: 'Go back, when the field is empty', keys: [['Backspace']] },
    ],
  },
  {
    title: 'Table editor',
    shortcuts: [
      { label: 'Edit the cell, or open a value that cannot be changed', keys: [['Enter'], ['F2']] },
      { label: 'Keep the text of the cell', keys: [['Enter']] },
      { label: 'Start a new line in the cell', keys: [['Shift', 'Enter']] },
      { label: 'Select the row', keys: [['Shift', 'Space']] },
      { label: 'Undo a change', keys: [['Mod', 'Z']] },
      { label: 'Redo a change', keys: [['Shift', 'Mod', 'Z']] },
      { label: 'Save the changes', keys: [['Mod', 'S']] },
    ],
  },
  {
    title: 'SQL editor',
    shortcuts: [
      { label: 'Open or close the inline editor in a project', keys: [['Mod', 'E']] },
      { label: 'Run the query', keys: [['Mod', 'Enter']] },
      { label: 'Edit the selected lines with AI', keys: [['Mod', 'K']] },
      { label: 'Accept the AI edit', keys: [['Mod', 'Enter']] },
      { label: 'Reject the AI edit', keys: [['Escape']] },
      { label: 'Search query history, to open or run again', keys: [['Alt', 'H']] },
      { label: 'Find in the query', keys: [['Mod', 'F']] },
      { label: 'Comment or uncomment lines', keys: [['Mod', '/']] },
      { label: 'Copy the result as Markdown', keys: [['Shift', 'Mod', 'M']] },
      { label: 'Copy the result as JSON', keys: [['Shift', 'Mod', 'J']] },
      { label: 'Copy the result as CSV', keys: [['Shift', 'Mod', 'C']] },
      { label: 'Download the result as CSV', keys: [['Shift', 'Mod', 'D']] },
      { label: 'Download the result as JSON', keys: [['Shift', 'Mod', 'O']] },
      { label: 'Save now', keys: [['Mod', 'S']] },
      {
        label: 'Next or previous tab',
        keys: [
          ['Alt', 'PageDown'],
          ['Alt', 'PageUp'],
        ],
      },
      { label: 'Close the tab', keys: [['Alt', 'W']] },
      { label: 'Reopen the last closed tab', keys: [['Alt', 'Shift', 'T']] },
      { label: 'Leave the editor (press in sequence)', keys: [['Escape', 'Tab']] },
    ],
  },
]

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** Where the key was pressed. Editors handle Mod+K themselves, text fields all text. */
export interface PressContext {
  isEditor: boolean
  isTextField: boolean
}

/** The overlay that a key opens on any page, if any. */
export function globalShortcut(press: Press, { isEditor, isTextField }: PressContext) {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = press
  const isPlain = !metaKey && !ctrlKey && !altKey
  if (key === 'F1' && isPlain && !shiftKey) return 'commands'
  if (key.toLowerCase() === 'k' && metaKey !== ctrlKey && !altKey && !shiftKey)
    return isEditor ? undefined : 'commands'
  if (key === '?' && isPlain && !isTextField) return 'shortcuts'
  return undefined
}
