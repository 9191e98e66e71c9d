import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useSidebarMode } from './sidebar.state.ts'
import { sidebarOptions } from './sidebar-options.ts'

/** Sets the sidebar's mode, as the menu in its footer does. */
export function SidebarCard() {
  const [mode, setMode] = useSidebarMode()
  return (
    <Card
      title="Sidebar"
      description="How the navigation of organizations and projects behaves. Stored in this browser."
    >
      <RadioGroup aria-label="Sidebar" options={sidebarOptions} value={mode} onValueChange={setMode} />
    </Card>
  )
}
