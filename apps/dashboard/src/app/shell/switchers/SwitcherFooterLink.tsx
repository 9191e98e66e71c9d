import { Link } from '@tanstack/react-router'
import type { Icon } from '../../../ui/text/icon.ts'

/** A link below the list of a switcher. */
export function SwitcherFooterLink({
  icon: LinkIcon,
  label,
  path,
  search,
  onNavigate,
}: {
  icon: Icon
  label: string
  path: string
  search?: Record<string, unknown>
  onNavigate: () => void
}) {
  return (
    <Link
      to={path}
      {...(search && { search })}
      onClick={onNavigate}
      className="flex h-8 items-center gap-2 rounded-sm px-2 text-ink-muted transition-colors hover:bg-surface-3 hover:text-ink"
    >
      <LinkIcon className="size-4" aria-hidden />
      {label}
    </Link>
  )
}
