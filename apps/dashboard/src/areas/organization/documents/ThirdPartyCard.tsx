import type { ThirdParty } from '@basalt/contract/documents/documents.schema.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { thirdPartyCsv } from './third-party-csv.ts'

const columns: TableColumn<ThirdParty>[] = [
  { key: 'name', header: 'Package', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { key: 'version', header: 'Version', width: '9rem', cell: ({ version }) => version },
  { key: 'licence', header: 'Licence', width: '9rem', cell: ({ licence }) => licence },
]

/** The third-party packages, with a search and a download. */
export function ThirdPartyCard({ packages }: { packages: readonly ThirdParty[] }) {
  const [search, setSearch] = useState('')
  const filter = search.trim().toLowerCase()
  const found = packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(filter))
  return (
    <Card
      title="Third-party licences"
      description={`The ${packages.length} packages that Basalt uses, with their licences.`}
      actions={
        <Button
          size="sm"
          icon={Download}
          onClick={() => downloadFile('third-party-licences.csv', 'text/csv', [thirdPartyCsv(packages)])}
        >
          Download list
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Input
          value={search}
          onValueChange={setSearch}
          placeholder="Find package or licence..."
          aria-label="Find package or licence"
        />
        {found.length === 0 ? (
          <p role="status" className="py-4 text-center text-ink-muted text-sm">
            No packages found
          </p>
        ) : (
          <section
            aria-label="Packages"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-96 overflow-auto rounded-md"
          >
            <Table
              dense
              label="Third-party packages"
              columns={columns}
              rows={found}
              rowKey={({ name, version }) => `${name} ${version}`}
            />
          </section>
        )}
      </div>
    </Card>
  )
}
