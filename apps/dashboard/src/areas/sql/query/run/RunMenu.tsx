import {
  AlignLeft,
  FileDiff,
  MessageCircleQuestionMark,
  Network,
  Sparkles,
  TextCursorInput,
} from 'lucide-react'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuCheckboxItem } from '../../../../ui/menu/MenuCheckboxItem.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { RunMenuButton } from './RunMenuButton.tsx'

/** Other ways to run the SQL, and the editor's commands. */
export function RunMenu({
  isBlank,
  reason,
  onRunStatement,
  onExplain,
  previewReason,
  onPreview,
  isCompleting,
  onCompletingChange,
  onFormat,
  edit,
  onExplainCode,
}: {
  isBlank: boolean
  reason: string | undefined
  onRunStatement: () => void
  onExplain: () => void
  /** Why changes cannot be previewed. */
  previewReason: string | undefined
  onPreview: () => void
  isCompleting: boolean
  onCompletingChange: (isCompleting: boolean) => void
  onFormat: () => void
  /** Undefined when AI editing is not possible. */
  edit: { reason: string | undefined; onStart: () => void } | undefined
  /** Asks the assistant to explain the SQL; undefined when AI is unavailable. */
  onExplainCode: (() => void) | undefined
}) {
  return (
    <Menu align="end" trigger={<RunMenuButton />}>
      <MenuItem
        icon={TextCursorInput}
        shortcut={['Shift', 'Mod', 'Enter']}
        {...(reason !== undefined && { reason })}
        onSelect={onRunStatement}
      >
        Run statement at cursor
      </MenuItem>
      <MenuItem icon={Network} {...(reason !== undefined && { reason })} onSelect={onExplain}>
        Explain and measure
      </MenuItem>
      <MenuItem
        icon={FileDiff}
        {...(previewReason !== undefined && { reason: previewReason })}
        onSelect={onPreview}
      >
        Preview changes
      </MenuItem>
      <MenuSeparator />
      {edit && (
        <MenuItem
          icon={Sparkles}
          shortcut={['Mod', 'K']}
          {...(edit.reason !== undefined && { reason: edit.reason })}
          onSelect={edit.onStart}
        >
          Edit with AI
        </MenuItem>
      )}
      {onExplainCode && (
        <MenuItem
          icon={MessageCircleQuestionMark}
          {...(isBlank && { reason: 'Write some SQL first' })}
          onSelect={onExplainCode}
        >
          Explain code
        </MenuItem>
      )}
      <MenuItem icon={AlignLeft} shortcut={['Shift', 'Alt', 'F']} onSelect={onFormat}>
        Format SQL
      </MenuItem>
      <MenuCheckboxItem checked={isCompleting} onCheckedChange={onCompletingChange}>
        Suggest names while typing
      </MenuCheckboxItem>
    </Menu>
  )
}
