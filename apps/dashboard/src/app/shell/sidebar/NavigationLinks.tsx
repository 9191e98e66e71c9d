import { Fragment } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { DisabledReason } from '../../../ui/floating/DisabledReason.tsx'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import type { MenuLink, MenuLinks, RailEntry } from '../../menus/menu.port.ts'
import { openSidePanel } from '../side-panel.port.ts'
import { NavLink } from './NavLink.tsx'

/** The links of the rail and of the menu on phones. `withTooltips` shows each label as a tooltip. */
export function NavigationLinks({
  groups,
  isCompact = false,
  withTooltips = false,
  onNavigate,
}: {
  groups: readonly MenuLinks<RailEntry>[]
  isCompact?: boolean
  withTooltips?: boolean
  onNavigate?: () => void
}) {
  return groups.map(({ links }, index) => (
    <Fragment key={links[0]?.key}>
      {index > 0 && <hr className="mx-2 my-1 border-line" />}
      <ul className="flex flex-col gap-0.5 px-2">
        {links.map((item) => {
          const link = <NavigationLink item={item} isCompact={isCompact} onNavigate={onNavigate} />
          return (
            <li key={item.key}>
              {withTooltips && !item.reason ? (
                <Tooltip content={item.label} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </Fragment>
  ))
}

const dotTexts = { critical: 'has errors', warning: 'has warnings' } as const

const lineClass =
  'flex h-8 w-full items-center overflow-hidden whitespace-nowrap rounded-md text-sm transition-colors max-md:h-10'

function NavigationLink({
  item: { icon: ItemIcon, label, path, isActive, reason, opens, dot },
  isCompact,
  onNavigate,
  ...rest
}: {
  item: MenuLink<RailEntry>
  isCompact: boolean
  onNavigate?: (() => void) | undefined
}) {
  const content = (
    <>
      <span className="relative grid size-8 shrink-0 place-items-center">
        <ItemIcon className="size-4.5" aria-hidden />
        {dot && !reason && (
          <span
            aria-hidden
            className={cx(
              'absolute top-1 right-1 size-2 rounded-full ring-2 ring-surface-0',
              dot === 'critical' ? 'bg-critical' : 'bg-warning',
            )}
          />
        )}
      </span>
      <span className={cx('truncate pr-2 transition-opacity', isCompact && 'opacity-0')}>
        {label}
        {dot && !reason && <span className="sr-only">{dotTexts[dot]}</span>}
      </span>
    </>
  )
  if (reason)
    return (
      <DisabledReason reason={reason}>
        <button type="button" aria-disabled="true" className={cx(lineClass, 'cursor-default text-ink-faint')}>
          {content}
        </button>
      </DisabledReason>
    )
  const look = cx(
    lineClass,
    isActive ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:bg-surface-2 hover:text-ink',
  )
  if (opens)
    return (
      <button
        {...rest}
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          onNavigate?.()
          openSidePanel(opens)
        }}
        className={look}
      >
        {content}
      </button>
    )
  return (
    <NavLink {...rest} to={path} onClick={onNavigate} isCurrent={isActive} className={look}>
      {content}
    </NavLink>
  )
}
