import { ArrowUpRight } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import type { MenuLink } from '../../menus/menu.port.ts'
import type { ProductMenuLinks } from '../../menus/navigation.rules.ts'
import { NavLink } from '../sidebar/NavLink.tsx'

/** The pages of the open section of a project, such as its database, in groups. */
export function ProductMenu({
  menu: { title, groups },
  onNavigate,
}: {
  menu: ProductMenuLinks
  onNavigate?: () => void
}) {
  return (
    <nav aria-label={title} className="flex flex-col gap-4 px-3 py-4">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="px-2 pb-1 text-ink-faint text-xs">{group.title}</h2>
          <ul className="flex flex-col gap-0.5">
            {group.links.map((link) => (
              <li key={link.key}>
                <ProductLink link={link} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function ProductLink({ link, onNavigate }: { link: MenuLink; onNavigate: (() => void) | undefined }) {
  return (
    <NavLink
      to={link.path}
      onClick={onNavigate}
      isCurrent={link.isActive}
      className={cx(
        'flex h-8 items-center gap-2 rounded-md px-2 text-sm transition-colors max-md:h-10',
        link.isActive ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:bg-surface-2 hover:text-ink',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{link.label}</span>
      {link.badge && <Badge>{link.badge}</Badge>}
      {link.leavesSection && <ArrowUpRight className="size-3.5 text-ink-faint" aria-hidden />}
    </NavLink>
  )
}
