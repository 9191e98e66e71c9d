import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpenText, ChevronRight, Rocket } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { usePreference } from '../../../../lib/preference.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { FilteredList } from './FilteredList.tsx'
import { defaultSections, OpenSections } from './nav.rules.ts'
import { useNav } from './nav-context.ts'
import { PrivateSection } from './PrivateSection.tsx'

const communityLink =
  'flex h-7 items-center gap-2 rounded-sm px-2 text-ink-muted text-sm hover:bg-surface-2 hover:text-ink aria-[current]:bg-surface-3 aria-[current]:text-ink'

/** The sections of saved queries: favorites, shared, private, and community templates. */
export function SnippetSections({
  isAddingFolder,
  onFolderAdded,
}: {
  isAddingFolder: boolean
  onFolderAdded: () => void
}) {
  const { ref, activeId } = useNav()
  const [open, setOpen] = usePreference(`snippet-sections.${ref}`, OpenSections, defaultSections)
  const { data: counts } = useQuery(snippetQueries.counts(ref))
  const { data: active } = useQuery({ ...snippetQueries.item(ref, activeId ?? ''), enabled: false })
  const isShared = active?.visibility === 'project'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section that the user closes stays closed
  useEffect(() => {
    if (isShared && !open.shared) setOpen({ ...open, shared: true })
  }, [isShared, activeId])
  useEffect(() => {
    if (isAddingFolder && !open.private) setOpen({ ...open, private: true })
  }, [isAddingFolder, open, setOpen])
  return (
    <>
      <NavSection
        title="Favorites"
        count={counts?.favorites}
        isOpen={open.favorites}
        onToggle={(favorites) => setOpen({ ...open, favorites })}
      >
        <FilteredList
          label="Favorites"
          filter={{ favorite: 'true' }}
          empty="Queries that you mark with the heart appear here."
        />
      </NavSection>
      <NavSection
        title="Shared"
        count={counts?.shared}
        isOpen={open.shared}
        onToggle={(shared) => setOpen({ ...open, shared })}
      >
        <FilteredList
          label="Shared"
          filter={{ visibility: 'project' }}
          empty="Queries that you share with the team from their menu appear here."
        />
      </NavSection>
      <NavSection
        title="Private"
        count={counts?.private}
        isOpen={open.private}
        onToggle={(own) => setOpen({ ...open, private: own })}
      >
        <PrivateSection isAddingFolder={isAddingFolder} onFolderAdded={onFolderAdded} />
      </NavSection>
      <section aria-label="Community" className="px-2 py-1">
        <h3 className="flex h-7 items-center px-1 pl-6 text-2xs text-ink-faint uppercase tracking-wide">
          Community
        </h3>
        <Link to="/project/$ref/sql/templates" params={{ ref }} className={communityLink}>
          <BookOpenText className="size-3.5" aria-hidden /> Templates
        </Link>
        <Link to="/project/$ref/sql/quickstarts" params={{ ref }} className={communityLink}>
          <Rocket className="size-3.5" aria-hidden /> Quickstarts
        </Link>
      </section>
    </>
  )
}

/** A collapsible section with its number of queries. */
function NavSection({
  title,
  count,
  isOpen,
  onToggle,
  children,
}: {
  title: string
  count?: number | undefined
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-label={title} className="px-2 py-1">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
          className="flex h-7 w-full items-center gap-1.5 rounded-sm px-1 text-2xs text-ink-faint uppercase tracking-wide hover:text-ink"
        >
          <ChevronRight className={cx('size-3.5 transition-transform', isOpen && 'rotate-90')} aria-hidden />
          {title}
          {count !== undefined && <span className="tabular-nums">({count.toLocaleString('en')})</span>}
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
