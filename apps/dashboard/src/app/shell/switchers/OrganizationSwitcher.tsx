import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus } from 'lucide-react'
import { useState } from 'react'
import { organizationQueries } from '../../../areas/organization/organizations/organizations.queries.ts'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { useSamePage } from '../place/use-same-page.ts'
import { PickerFailure } from './PickerFailure.tsx'
import { pickerListClass } from './picker.rules.ts'
import { SwitchButton } from './SwitchButton.tsx'
import { SwitcherFooterLink } from './SwitcherFooterLink.tsx'

export function OrganizationSwitcher({ current, mayCreate }: { current: string | null; mayCreate: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { openOrganization } = useSamePage()
  const organizations = useQuery({ ...organizationQueries.list(), enabled: isOpen })
  const found = (organizations.data ?? []).filter(({ name, slug }) =>
    `${name} ${slug}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const message = organizations.isPending ? 'Loading organizations…' : 'No organizations found'
  return (
    <SearchMenu
      label="Organizations"
      placeholder="Find organization..."
      trigger={<SwitchButton what="organization" />}
      options={found.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={current}
      onSelect={openOrganization}
      onSearch={setSearch}
      onOpenChange={setOpen}
      listClassName={pickerListClass(found.length)}
      message={
        organizations.isLoadingError ? (
          <PickerFailure
            title="Failed to load organizations"
            error={organizations.error}
            onRetry={organizations.refetch}
          />
        ) : (
          found.length === 0 && message
        )
      }
      footer={(close) => (
        <>
          <SwitcherFooterLink
            icon={LayoutGrid}
            label="All Organizations"
            path="/organizations"
            onNavigate={close}
          />
          {mayCreate && (
            <SwitcherFooterLink icon={Plus} label="New organization" path="/new" onNavigate={close} />
          )}
        </>
      )}
    />
  )
}
