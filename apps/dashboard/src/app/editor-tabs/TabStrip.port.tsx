import { ChevronDown, Plus, Undo2, X } from 'lucide-react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../ui/menu/MenuSeparator.tsx'
import type { Icon } from '../../ui/text/icon.ts'
import { TabItem } from './TabItem.tsx'
import { TabMenuItems } from './TabMenuItems.tsx'
import type { Tab } from './tab.port.ts'
import type { TabStripActions } from './tab-strip-actions.ts'

/** The open tabs of an editor. */
export function TabStrip({
  label,
  newLabel,
  tabs,
  activeId,
  isNew,
  canRestore,
  linkTo,
  actions,
  leading,
  iconOf,
  drop,
}: {
  label: string
  /** Of the button that opens a new item. */
  newLabel: string
  tabs: readonly Tab[]
  activeId: string | null
  /** Whether a new item without a tab is open. */
  isNew: boolean
  canRestore: boolean
  linkTo: (tab: Tab) => ReactElement
  actions: TabStripActions
  leading?: ReactNode
  iconOf: (tab: Tab) => Icon
  /** Handlers of what is dragged here from elsewhere. */
  drop?: Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop'>
}) {
  const active = tabs.find(({ id }) => id === activeId)
  return (
    <nav
      aria-label={label}
      {...drop}
      className="flex h-9 shrink-0 items-stretch border-line border-b bg-surface-0"
    >
      {leading}
      <ul className="flex min-w-0 items-stretch overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <TabItem
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            showsSchema={
              tab.metadata.schema !== undefined &&
              tabs.some(({ id, label }) => id !== tab.id && label === tab.label)
            }
            icon={iconOf(tab)}
            link={linkTo(tab)}
            actions={actions}
          />
        ))}
        {isNew && (
          <li className="flex h-full shrink-0 items-center gap-1.5 border-line border-r bg-surface-1 pr-1 pl-3 text-sm shadow-[inset_0_-2px_var(--brand)]">
            <span aria-current="page">New</span>
            <IconButton
              size="sm"
              icon={X}
              label="Close New"
              onClick={actions.onCloseNew}
              className="size-5"
            />
          </li>
        )}
      </ul>
      <div className="flex items-center gap-0.5 px-1">
        <IconButton size="sm" icon={Plus} label={newLabel} onClick={actions.onNew} />
        <Menu align="end" trigger={<IconButton size="sm" icon={ChevronDown} label="Tab actions" />}>
          <MenuItem
            icon={Undo2}
            onSelect={actions.onRestore}
            shortcut={['Alt', 'Shift', 'T']}
            {...(!canRestore && { reason: 'No closed tabs' })}
          >
            Restore closed tab
          </MenuItem>
          {active && (
            <>
              <MenuSeparator />
              <TabMenuItems tab={active} actions={actions} />
            </>
          )}
        </Menu>
      </div>
    </nav>
  )
}
