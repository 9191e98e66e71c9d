import { notificationPriorities } from '@basalt/contract/notifications/notifications.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { FilterChoices } from './FilterChoices.tsx'
import {
  appliedCount,
  appliedLabel,
  type FilterGroup,
  isTicked,
  NO_FILTER,
  type NotificationFilter,
  type NotificationTab,
  toggled,
} from './filter.rules.ts'

const priorities = notificationPriorities
  .filter((priority) => priority !== 'Info')
  .toReversed()
  .map((value) => ({ value, label: value }))

/** The filters of the list, which are reset when the panel closes. */
export function NotificationFilters({
  tab,
  filter,
  onChange,
}: {
  tab: NotificationTab
  filter: NotificationFilter
  onChange: (filter: NotificationFilter) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const organizations = useQuery({ ...organizationQueries.list(), enabled: isOpen })
  const projects = useQuery({ ...projectQueries.mine(), enabled: isOpen })
  const count = appliedCount(filter)
  const choices = (group: FilterGroup) => ({
    search,
    isTicked: (value: string) => isTicked(filter, group, value),
    onToggle: (value: string) => onChange(toggled(filter, group, value)),
  })
  return (
    <Popover
      label="Filters"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      className="max-h-(--available-height) w-64! overflow-y-auto p-0!"
      trigger={
        <IconButton
          size="sm"
          label={count === 0 ? 'Filter' : appliedLabel(filter)}
          icon={ListFilter}
          variant={count === 0 ? 'ghost' : 'secondary'}
        />
      }
    >
      <div className="border-line border-b p-2">
        <Input
          size="sm"
          aria-label="Find filter..."
          placeholder="Find filter..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <FilterChoices
        title="Status"
        options={[{ value: 'new', label: 'Unread', disabled: tab === 'archived' }]}
        {...choices('status')}
      />
      <FilterChoices title="Priority" options={priorities} {...choices('priority')} />
      <FilterChoices
        title="Organizations"
        options={organizations.data?.map(({ slug, name }) => ({ value: slug, label: name }))}
        failed={organizations.isError && 'Failed to load organizations'}
        {...choices('org_slug')}
      />
      <FilterChoices
        title="Projects"
        searchLabel="Find project..."
        options={projects.data?.map(({ ref, name }) => ({ value: ref, label: name }))}
        failed={projects.isError && 'Failed to retrieve projects'}
        {...choices('project_ref')}
      />
      <div className="border-line border-t p-2">
        <Button
          size="sm"
          className="w-full"
          reason={count === 0 ? 'No filter is applied' : undefined}
          onClick={() => onChange(NO_FILTER)}
        >
          Reset filters
        </Button>
      </div>
    </Popover>
  )
}
