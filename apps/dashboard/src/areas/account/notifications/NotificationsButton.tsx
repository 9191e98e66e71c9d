import { useState } from 'react'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { NotificationsIcon } from './NotificationsIcon.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { useViewed } from './use-viewed.ts'

const panelClass = 'min-w-[min(450px,var(--available-width))] p-0!'

/** The header's notifications icon and its panel. */
export function NotificationsButton() {
  const [isOpen, setOpen] = useState(false)
  const viewed = useViewed()
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) viewed.flush()
  }
  return (
    <Popover
      label="Notifications"
      align="end"
      open={isOpen}
      onOpenChange={change}
      className={panelClass}
      trigger={<NotificationsIcon />}
    >
      <NotificationsPanel viewed={viewed} isOpen={isOpen} onNavigate={() => change(false)} />
    </Popover>
  )
}
