export interface Shortcut {
  label: string
  /** Keys pressed together, as KeyboardKey spells them; several when more than one way leads there. */
  keys: readonly (readonly string[])[]
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** Every shortcut of the product, as the sheet shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { label: 'Open the command menu', keys: [['Mod', 'K'], ['F1']] },
      { label: 'Show keyboard shortcuts', keys: [['?']] },
      { label: 'Go to what was just announced', keys: [['F6']] },
      { label: 'Open or close the assistant, in a project', keys: [['Mod', 'I']] },
      { label: 'Close what is open', keys: [['Escape']] },
    ],
  },
  {
    title: 'Command menu',
    shortcuts: [
      { label: 'Choose the line above or below', keys: [['↑'], ['↓']] },
      { label: 'Run the chosen line', keys: [['Enter']] },
      { label: 'Back, when nothing is typed', keys: [['Backspace']] },
    ],
  },
  {
    title: 'SQL editor',
    shortcuts: [
      { label: 'Open or close the inline editor, in a project', keys: [['Mod', 'E']] },
      { label: 'Run the query', keys: [['Mod', 'Enter']] },
      { label: 'Have the selected lines written by AI', keys: [['Mod', 'K']] },
      { label: 'Accept what AI wrote', keys: [['Mod', 'Enter']] },
      { label: 'Reject what AI wrote', keys: [['Escape']] },
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
      { label: 'Restore the tab that was closed last', keys: [['Alt', 'Shift', 'T']] },
      { label: 'Leave the editor, one key after the other', keys: [['Escape', 'Tab']] },
    ],
  },
]

type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** Where the key was pressed. Editors have a use of their own for Mod+K; text fields for everything that is text. */
export interface PressPlace {
  isEditor: boolean
  isTextField: boolean
}

/** What a key means to the whole page, if anything. */
export function globalShortcut(press: Press, { isEditor, isTextField }: PressPlace) {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = press
  const isPlain = !metaKey && !ctrlKey && !altKey
  if (key === 'F1' && isPlain && !shiftKey) return 'commands'
  if (key.toLowerCase() === 'k' && metaKey !== ctrlKey && !altKey && !shiftKey)
    return isEditor ? undefined : 'commands'
  if (key === '?' && isPlain && !isTextField) return 'shortcuts'
  return undefined
}
