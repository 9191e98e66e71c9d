import { Pin, PinOff, X } from 'lucide-react'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../ui/menu/MenuSeparator.tsx'
import type { Tab } from './tab.port.ts'
import type { TabStripActions } from './tab-strip-actions.ts'

/** Actions on a tab and the other tabs of its editor. */
export function TabMenuItems({ tab, actions }: { tab: Tab; actions: TabStripActions }) {
  const { id, isPinned, isPreview } = tab
  return (
    <>
      <MenuItem icon={X} onSelect={() => actions.onClose([id])} shortcut={['Alt', 'W']}>
        Close
      </MenuItem>
      <MenuItem onSelect={() => actions.onCloseSeveral('others', id)}>Close others</MenuItem>
      <MenuItem onSelect={() => actions.onCloseSeveral('right', id)}>Close to the right</MenuItem>
      <MenuItem onSelect={() => actions.onCloseSeveral('all', id)}>Close all</MenuItem>
      <MenuSeparator />
      {isPreview && <MenuItem onSelect={() => actions.onMakePermanent(id)}>Keep open</MenuItem>}
      <MenuItem icon={isPinned ? PinOff : Pin} onSelect={() => actions.onTogglePin(id)}>
        {isPinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem onSelect={() => actions.onShift(id, -1)}>Move left</MenuItem>
      <MenuItem onSelect={() => actions.onShift(id, 1)}>Move right</MenuItem>
    </>
  )
}
