import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, CircleAlert, TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { exactTime } from '../../../lib/dates.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { insertedAt } from './inserted-at.rules.ts'
import { NotificationActions } from './NotificationActions.tsx'
import { NotificationMessage } from './NotificationMessage.tsx'

export interface RowHandlers {
  /** Called once it has been in view. */
  onView: (notification: Notification) => void
  onArchive: (notification: Notification) => void
  onUnarchive: (notification: Notification) => void
  onNavigate: () => void
}

/** Rows far outside the viewport skip layout. */
const rowClass =
  'group relative flex gap-3 border-line border-b px-4 py-3 [contain-intrinsic-size:auto_56px] [content-visibility:auto]'

export function NotificationRow({
  notification,
  onView,
  onArchive,
  onUnarchive,
  onNavigate,
}: RowHandlers & { notification: Notification }) {
  const { data, meta, status, priority, inserted_at } = notification
  const row = useRef<HTMLLIElement>(null)
  useInView(row, () => onView(notification))
  const time = new Date(inserted_at)
  return (
    <li ref={row} className={cx(rowClass, status === 'new' && 'bg-surface-3/50')}>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <NotificationPlace data={data} meta={meta} onNavigate={onNavigate} />
        <p className="wrap-anywhere text-sm">
          <span className="font-medium">{data.title}</span>{' '}
          <time
            dateTime={inserted_at}
            title={exactTime(time)}
            className="ml-1 whitespace-nowrap text-ink-muted text-xs"
          >
            {insertedAt(time)}
          </time>
          {meta.occurrences > 1 && (
            <span className="ml-1 text-ink-muted text-xs">· {meta.occurrences} times</span>
          )}
          {status === 'new' && <span className="sr-only"> (unread)</span>}
        </p>
        <NotificationMessage message={data.message} />
        <NotificationActions data={data} />
      </div>
      <div className="flex shrink-0 flex-col items-center gap-1">
        <PriorityIcon priority={priority} />
        {status === 'archived' ? (
          <IconButton
            size="sm"
            label="Unarchive"
            icon={ArchiveRestore}
            className={revealClass}
            onClick={() => onUnarchive(notification)}
          />
        ) : (
          <IconButton
            size="sm"
            label="Archive"
            icon={Archive}
            className={revealClass}
            onClick={() => onArchive(notification)}
          />
        )}
      </div>
    </li>
  )
}

/** Visible on hover and focus, and always on touch screens. */
const revealClass =
  'opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'

function PriorityIcon({ priority }: Pick<Notification, 'priority'>) {
  if (priority === 'Info') return null
  const isCritical = priority === 'Critical'
  const Icon = isCritical ? TriangleAlert : CircleAlert
  return (
    <span className="grid size-7 place-items-center">
      <Icon className={cx('size-4', isCritical ? 'text-critical' : 'text-warning')} aria-hidden />
      <span className="sr-only">{priority}</span>
    </span>
  )
}

/** The organization and project of a notification, if known. */
function NotificationPlace({
  data: { org_slug: slug, project_ref: projectRef },
  meta: { org_name: organization, project_name: project },
  onNavigate,
}: Pick<Notification, 'data' | 'meta'> & { onNavigate: () => void }) {
  const hasOrganization = slug !== undefined && organization !== undefined
  const hasProject = projectRef !== undefined && project !== undefined
  if (!hasOrganization && !hasProject) return null
  return (
    <p className="flex min-w-0 items-center gap-1 text-xs">
      {hasOrganization && (
        <TextLink
          tone="quiet"
          className="truncate"
          onClick={onNavigate}
          render={<Link to="/org/$slug/general" params={{ slug }} />}
        >
          {organization}
        </TextLink>
      )}
      {hasOrganization && hasProject && <span className="text-ink-faint">/</span>}
      {hasProject && (
        <TextLink
          tone="quiet"
          className="truncate"
          onClick={onNavigate}
          render={<Link to="/project/$ref" params={{ ref: projectRef }} />}
        >
          {project}
        </TextLink>
      )}
    </p>
  )
}

/** Calls `onView` once when the element is first in view. */
function useInView(element: RefObject<Element | null>, onView: () => void) {
  const notice = useEffectEvent(onView)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      notice()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
}
