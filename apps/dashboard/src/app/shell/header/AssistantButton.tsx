import { Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { useModKey } from '../../../lib/mod-key.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { openSidePanel, toggleSidePanel, useSidePanel } from '../side-panel.port.ts'

/** Opens and closes the assistant of a project, by its button or by key. */
export function AssistantButton() {
  const toggle = () => toggleSidePanel('assistant')
  useModKey('i', toggle)
  // What belongs to a project does not stand beside other pages.
  useEffect(() => () => openSidePanel(undefined), [])
  return (
    <IconButton
      icon={Sparkles}
      label="Assistant"
      shortcut="I"
      className="max-sm:hidden"
      aria-expanded={useSidePanel() === 'assistant'}
      onClick={toggle}
    />
  )
}
