import type { AuthAuditEntry } from '@basalt/contract/auth/auth.schema.ts'
import { auditActions } from '@basalt/contract/auth/auth-audit.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, PowerOff, ScrollText, Search } from 'lucide-react'
import { ListStates } from '../../../api/ListStates.tsx'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import { auditText, auditTexts } from './auth-audit-texts.rules.ts'
import type { AuthAuditSearch } from './auth-audit-url.rules.ts'
import { UnwrittenEntries } from './UnwrittenEntries.tsx'

const SEARCH_DEBOUNCE_MS = 300
const ANY = 'any'

const actionOptions = [
  { value: ANY, label: 'All entries' },
  ...auditActions.map((value) => ({ value, label: auditTexts[value] })),
] as const

/** What the users of a project's apps did, and what was done with them. */
export function AuthAuditPage({ project, search }: { project: Project; search: AuthAuditSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeAuthUsers, { slug, ref }))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Audit Logs"
        description="Sign-ups, sign-ins and changes of accounts, from auth.audit_log_entries."
      />
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the users">
          {refusal}
        </EmptyState>
      ) : can('query', status) ? (
        <Entries projectRef={ref} url={search} />
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Entries are listed while it runs.
        </EmptyState>
      )}
    </div>
  )
}

function Entries({ projectRef: ref, url }: { projectRef: string; url: AuthAuditSearch }) {
  const { search = '', action } = url
  const navigate = useNavigate()
  const go = (change: AuthAuditSearch) =>
    void navigate({ to: '.', search: { ...url, ...change }, replace: true, resetScroll: false })
  const typed = useDebouncedText(search, (text) => go({ search: text || undefined }), SEARCH_DEBOUNCE_MS)
  const list = useInfiniteQuery(authQueries.audit(ref, { search: search.trim(), action }))
  const isFiltered = search.trim() !== '' || action !== undefined
  return (
    <div className="flex flex-col gap-3">
      <UnwrittenEntries projectRef={ref} />
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          icon={Search}
          aria-label="Search the audit log"
          placeholder="Email or user ID"
          value={typed.text}
          onValueChange={typed.set}
          className="w-full sm:w-72"
        />
        <LazySelect
          aria-label="Filter the audit log"
          className="sm:w-72!"
          options={actionOptions}
          value={action ?? ANY}
          onValueChange={(next) => go({ action: next === ANY ? undefined : next })}
        />
      </div>
      <ListStates
        list={list}
        failure="Failed to load the audit log"
        skeleton={<TableSkeleton label="Loading the audit log" columns={4} rows={8} />}
        rowsOf={({ pages }) => pages.flatMap((page) => page.entries)}
        empty={
          <EmptyState icon={ScrollText} title={isFiltered ? 'No matching entries' : 'No entries yet'}>
            {isFiltered
              ? 'Search finds a whole email address or a whole user ID.'
              : 'They appear here when people sign up and in.'}
          </EmptyState>
        }
      >
        {(entries) => <Table label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />}
      </ListStates>
      {list.hasNextPage && (
        <LoadMore
          isLoading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          failure="The next entries could not be loaded."
          onLoad={() => void list.fetchNextPage()}
        />
      )}
    </div>
  )
}

const columns: TableColumn<AuthAuditEntry>[] = [
  { key: 'at', header: 'Time', width: '9rem', wideOnly: true, cell: ({ at }) => <When time={at} /> },
  {
    key: 'action',
    header: 'Entry',
    cell: ({ action, traits, at, ...entry }) => (
      <span className="flex flex-col py-1.5">
        <span className="flex justify-between gap-3">
          {auditText(action)}
          <When time={at} className="shrink-0 text-ink-muted text-xs sm:hidden" />
        </span>
        <span className="sm:hidden">
          <Actor {...entry} />
        </span>
        {Object.keys(traits).length > 0 && (
          <span className="wrap-anywhere text-ink-muted text-xs">{traitText(traits)}</span>
        )}
      </span>
    ),
  },
  {
    key: 'actor',
    header: 'User',
    wideOnly: true,
    cell: (entry) => <Actor {...entry} />,
  },
  {
    key: 'address',
    header: 'Address',
    width: '10rem',
    wideOnly: true,
    cell: ({ address }) => <code className="text-xs">{address ?? '–'}</code>,
  },
]

/** Whom an entry is about. An address that nobody has is no link. */
function Actor({ actor, actor_id }: Pick<AuthAuditEntry, 'actor' | 'actor_id'>) {
  const name = <BreakableName name={actor ?? actor_id ?? 'Anonymous'} />
  if (actor_id === null) return <span className="wrap-anywhere text-ink-muted">{name}</span>
  return (
    <TextLink
      tone="quiet"
      className="wrap-anywhere hover:underline"
      render={
        <Link from="/project/$ref" to="/project/$ref/auth/users" search={{ panel: 'view', id: actor_id }} />
      }
    >
      {name}
    </TextLink>
  )
}

const traitText = (traits: Record<string, unknown>) =>
  Object.entries(traits)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
