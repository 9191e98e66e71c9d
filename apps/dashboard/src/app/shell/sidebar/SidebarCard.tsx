import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useSidebarMode } from './sidebar.state.ts'
import { sidebarOptions } from './sidebar-options.ts'

/** The same choice as at the foot of the sidebar. */
export function SidebarCard() {
  const [mode, setMode] = useSidebarMode()
  return (
    <Card
      title="Sidebar"
      description="How the navigation of organizations and projects behaves. Kept in this browser."
    >
      <RadioGroup aria-label="Sidebar" options={sidebarOptions} value={mode} onValueChange={setMode} />
    </Card>
  )
}
