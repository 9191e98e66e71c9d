import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import type { UserFilter, UserSort } from '@basalt/contract/auth/user-list.rules.ts'
import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Columns3, Lock, PowerOff, Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { ListStates } from '../../../api/ListStates.tsx'
import { usePreference } from '../../../lib/preference.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuCheckboxItem } from '../../../ui/menu/MenuCheckboxItem.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import { NewUserDialog } from './NewUserDialog.tsx'
import { SelectedUsers } from './SelectedUsers.tsx'
import { UserSheet } from './UserSheet.tsx'
import { useOffered } from './use-offered.ts'
import { aColumnList, columnNames, columnsByDefault, shownColumns, withColumn } from './user-columns.rules.ts'
import { columnsOf, providerName } from './user-columns.tsx'
import type { UsersSearch } from './users-url.rules.ts'

const SEARCH_DEBOUNCE_MS = 300

const filterOptions: { value: UserFilter; label: string }[] = [
  { value: 'all', label: 'All users' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'unconfirmed', label: 'Waiting for confirmation' },
  { value: 'anonymous', label: 'Anonymous' },
  { value: 'banned', label: 'Banned' },
]
const sortOptions: { value: UserSort; label: string; feature?: FeatureKey }[] = [
  { value: 'created_at', label: 'Newest first' },
  { value: 'last_sign_in_at', label: 'Last sign-in first' },
  { value: 'email', label: 'Email A–Z', feature: 'authentication:show_sort_by_email' },
  { value: 'phone', label: 'Phone number', feature: 'authentication:show_sort_by_phone' },
]

/** The users of a project's apps. */
export function UsersPage({ project, search }: { project: Project; search: UsersSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeAuthUsers, { slug, ref }))
  const { data: changeRefusal } = useQuery(permissionQueries.refusal(needs.changeAuthUsers, { slug, ref }))
  const navigate = useNavigate()
  const go = (change: UsersSearch) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false })
  const isOffered = useOffered()
  const isRunning = can('query', status)
  const reason = changeRefusal ?? (isRunning ? undefined : 'The database is not running')
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Users"
        description="People who sign in to your apps."
        actions={
          <>
            {isOffered('authentication:show_send_invitation') && (
              <Button onClick={() => go({ panel: 'invite' })} reason={reason}>
                Invite user
              </Button>
            )}
            <Button variant="primary" icon={UserPlus} onClick={() => go({ panel: 'new' })} reason={reason}>
              Create user
            </Button>
          </>
        }
      />
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the users">
          {refusal}
        </EmptyState>
      ) : isRunning ? (
        <UserList projectRef={ref} search={search} refusal={changeRefusal} onGo={go} />
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Users are listed while it runs.
        </EmptyState>
      )}
      {(search.panel === 'new' || search.panel === 'invite') && reason === undefined && (
        <NewUserDialog
          projectRef={ref}
          kind={search.panel}
          onClose={() => go({ panel: undefined })}
          onCreated={(id) => go({ panel: id === undefined ? undefined : 'view', id })}
        />
      )}
      {search.panel === 'view' && search.id !== undefined && refusal === undefined && isRunning && (
        <UserSheet
          key={search.id}
          projectRef={ref}
          id={search.id}
          refusal={changeRefusal}
          onClose={() => go({ panel: undefined, id: undefined })}
        />
      )}
    </div>
  )
}

interface ListProps {
  projectRef: string
  search: UsersSearch
  /** Why the caller may not change users. */
  refusal: string | undefined
  onGo: (search: UsersSearch) => void
}

function UserList({ projectRef: ref, search: url, refusal, onGo }: ListProps) {
  const { search = '', filter = 'all', provider, sort = 'created_at' } = url
  const typed = useDebouncedText(search, (text) => onGo({ search: text || undefined }), SEARCH_DEBOUNCE_MS)
  const list = useInfiniteQuery(authQueries.userList(ref, { search: search.trim(), filter, provider, sort }))
  const settings = useQuery(authQueries.settings(ref))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isOffered = useOffered()
  const [chosenColumns, setColumns] = usePreference('users.columns', aColumnList, columnsByDefault)
  const offered = shownColumns.filter(
    (column) => column !== 'phone' || isOffered('authentication:show_email_phone_columns'),
  )
  const columns = chosenColumns.filter((column) => offered.includes(column))
  const users = list.data?.pages.flatMap((page) => page.users) ?? []
  const total = list.data?.pages[0]?.total ?? undefined
  const chosen = users.filter(({ id }) => selected.has(id))
  const isFiltered = search.trim() !== '' || filter !== 'all' || provider !== undefined
  const ways = [
    ...new Set(['email', ...Object.keys(settings.data?.providers ?? {}), ...(provider ? [provider] : [])]),
  ]
  const select = (next: readonly AuthUser[]) => setSelected(new Set(next.map(({ id }) => id)))
  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const selection = {
    has: (id: string) => selected.has(id),
    isWhole: chosen.length === users.length,
    toggle,
    toggleAll: () => select(chosen.length === users.length ? [] : users),
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          icon={Search}
          aria-label="Search users"
          placeholder="Email, name, phone, ID or plan:pro"
          value={typed.text}
          onValueChange={typed.set}
          className="w-full sm:w-72"
        />
        {isOffered('authentication:show_user_type_filter') && (
          <LazySelect
            aria-label="Filter users"
            className="sm:w-52!"
            options={filterOptions}
            value={filter}
            onValueChange={(next) => onGo({ filter: next === 'all' ? undefined : next })}
          />
        )}
        {isOffered('authentication:show_provider_filter') && (
          <LazySelect
            aria-label="Filter by provider"
            className="sm:w-40!"
            options={[
              { value: '', label: 'Any sign-in' },
              ...ways.map((way) => ({ value: way, label: providerName(way) })),
            ]}
            value={provider ?? ''}
            onValueChange={(next) => onGo({ provider: next === '' ? undefined : next })}
          />
        )}
        <LazySelect
          aria-label="Sort users"
          className="sm:w-44!"
          options={sortOptions.filter(({ feature }) => isOffered(feature))}
          value={sort}
          onValueChange={(next) => onGo({ sort: next === 'created_at' ? undefined : next })}
        />
        <Menu trigger={<IconButton icon={Columns3} label="Columns" />}>
          {offered.map((column) => (
            <MenuCheckboxItem
              key={column}
              checked={columns.includes(column)}
              onCheckedChange={(isShown) => setColumns(withColumn(columns, column, isShown))}
            >
              {columnNames[column]}
            </MenuCheckboxItem>
          ))}
        </Menu>
        <span className="ml-auto flex items-center gap-3 text-ink-muted text-sm" aria-live="polite">
          <SelectedUsers projectRef={ref} users={chosen} refusal={refusal} onSelect={select} />
          {/* Beside each other they would not fit into the line. */}
          {total !== undefined &&
            chosen.length === 0 &&
            `${total.toLocaleString('en')} ${total === 1 ? 'user' : 'users'} in total`}
        </span>
      </div>
      <ListStates
        list={list}
        failure="Failed to load users"
        skeleton={<TableSkeleton label="Loading users" columns={5} rows={6} />}
        rowsOf={() => users}
        empty={
          <EmptyState icon={Users} title={isFiltered ? 'No matching users' : 'No users yet'}>
            {isFiltered
              ? 'Search finds the beginning of an email address, name or phone number, a whole ID, or a field of the metadata such as plan:pro.'
              : 'They appear here when they sign up in your app. You can also create or invite them.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            label="Users"
            columns={columnsOf(url, columns, selection)}
            rows={rows}
            rowKey={({ id }) => id}
            isSelected={({ id }) => selected.has(id) || (url.panel === 'view' && url.id === id)}
          />
        )}
      </ListStates>
      {list.hasNextPage && (
        <LoadMore
          isLoading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          failure="The next users could not be loaded."
          onLoad={() => void list.fetchNextPage()}
        />
      )}
    </div>
  )
}
