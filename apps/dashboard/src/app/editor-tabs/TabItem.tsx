import { Pin, X } from 'lucide-react'
import { type DragEvent, type ReactElement, useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ContextMenu } from '../../ui/menu/ContextMenu.tsx'
import type { Icon } from '../../ui/text/icon.ts'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { TabMenuItems } from './TabMenuItems.tsx'
import type { Tab } from './tab.port.ts'
import type { TabStripActions } from './tab-strip-actions.ts'

const DRAG_TYPE = 'application/x-basalt-tab'

/** One tab. A preview is in italics until it is edited, dragged or double-clicked. */
export function TabItem({
  tab,
  isActive,
  showsSchema,
  icon,
  link,
  actions,
}: {
  tab: Tab
  isActive: boolean
  /** Whether another tab has the same label. */
  showsSchema: boolean
  icon: Icon
  link: ReactElement
  actions: TabStripActions
}) {
  const { id, label, isPreview, isPinned, metadata } = tab
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive])
  const TabIcon = isPinned ? Pin : icon
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAG_TYPE)
    if (dragged === '') return
    event.preventDefault()
    if (dragged !== id) actions.onMove(dragged, id)
  }
  return (
    <ContextMenu
      trigger={
        <li
          ref={item}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAG_TYPE, id)
            event.dataTransfer.effectAllowed = 'move'
          }}
          onDragOver={(event) => event.dataTransfer.types.includes(DRAG_TYPE) && event.preventDefault()}
          onDrop={drop}
          onAuxClick={(event) => event.button === 1 && actions.onClose([id])}
          onDoubleClick={() => actions.onMakePermanent(id)}
          className={cx(
            'group relative flex h-full max-w-52 shrink-0 items-center gap-1.5 border-line border-r pr-1 pl-3 text-sm',
            isActive
              ? 'bg-surface-1 text-ink shadow-[inset_0_-2px_var(--brand)]'
              : 'text-ink-muted hover:bg-surface-2',
          )}
        />
      }
      items={<TabMenuItems tab={tab} actions={actions} />}
    >
      <TabIcon className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <TextLink
        tone="quiet"
        render={link}
        title={metadata.schema === undefined ? label : `${metadata.schema}.${label}`}
        draggable={false}
        aria-current={isActive ? 'page' : undefined}
        className={cx(
          'min-w-0 flex-1 truncate after:absolute after:inset-0',
          isPreview && 'italic',
          isActive && 'text-ink',
        )}
      >
        {showsSchema && <span className="text-ink-faint">{metadata.schema}.</span>}
        {label}
      </TextLink>
      <IconButton
        size="sm"
        icon={X}
        label={`Close ${label}`}
        onClick={() => actions.onClose([id])}
        className="relative z-10 size-5"
      />
    </ContextMenu>
  )
}
