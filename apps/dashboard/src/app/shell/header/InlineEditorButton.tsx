import { SquareTerminal } from 'lucide-react'
import { useInlineEditorKey } from '../../../areas/sql/query/inline/inline-editor.state.ts'
import { useModKey } from '../../../lib/mod-key.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { toggleSidePanel, useSidePanel } from '../side-panel.port.ts'

/** Opens a SQL editor beside the page, by button or shortcut. */
export function InlineEditorButton() {
  const isOpen = useSidePanel() === 'inline-editor'
  const [isKeyOn] = useInlineEditorKey()
  useModKey('e', () => toggleSidePanel('inline-editor'), isKeyOn)
  return (
    <IconButton
      icon={SquareTerminal}
      label="Open the inline SQL editor"
      className="max-sm:hidden"
      shortcut={isKeyOn ? 'E' : undefined}
      aria-expanded={isOpen}
      onClick={() => toggleSidePanel('inline-editor')}
    />
  )
}
