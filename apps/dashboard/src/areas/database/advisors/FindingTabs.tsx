import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import { CircleCheck } from 'lucide-react'
import { Select } from '../../../ui/controls/Select.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { type AdvisorsSearch, type Preset, presets } from './advisors-search.rules.ts'
import { countOf, objectOf, presetLabels, presetOf } from './findings.rules.ts'

const ALL_RULES = 'all'

const emptyTexts: Record<Preset, { title: string; text: string }> = {
  ERROR: { title: 'No errors detected', text: 'Well done: nothing here needs you at once.' },
  WARN: { title: 'No warnings', text: 'Nothing here is likely to become a problem.' },
  INFO: { title: 'No suggestions', text: 'There is nothing to tidy up.' },
  DISMISSED: {
    title: 'Nothing is dismissed',
    text: 'Findings that you dismiss with a reason are kept here until their object changes.',
  },
}

/** The findings of an advisor by level. */
export function FindingTabs({
  findings,
  search: { preset = 'ERROR', rule, id },
  onSearchChange,
  onOpen,
}: {
  findings: readonly LintFinding[]
  search: AdvisorsSearch
  onSearchChange: (search: AdvisorsSearch) => void
  onOpen: (id: string) => void
}) {
  const ofTab = findings.filter((finding) => presetOf(finding) === preset)
  const rules = new Map(ofTab.map(({ name, title }) => [name, title]))
  const chosen = rule !== undefined && rules.has(rule) ? rule : ALL_RULES
  const listed = ofTab.filter(({ name }) => chosen === ALL_RULES || name === chosen)
  const cut = [...new Map(listed.map((finding) => [finding.name, finding])).values()].filter(
    ({ metadata }) => metadata.count !== undefined,
  )
  return (
    <Tabs
      label="Levels"
      items={presets.map((value) => ({
        value,
        label: presetLabels[value],
        count: countOf(findings, value),
      }))}
      value={preset}
      onValueChange={(value) => onSearchChange(value === 'ERROR' ? {} : { preset: value })}
    >
      <TabPanel value={preset} className="flex flex-col gap-4 pt-4">
        {rules.size > 1 && (
          <Select
            aria-label="Rule"
            className="w-80 max-w-full"
            value={chosen}
            options={[
              { value: ALL_RULES, label: 'All rules' },
              ...[...rules].map(([value, label]) => ({ value, label })),
            ]}
            onValueChange={(value) =>
              onSearchChange({
                ...(preset !== 'ERROR' && { preset }),
                ...(value !== ALL_RULES && { rule: value }),
              })
            }
          />
        )}
        {listed.length === 0 ? (
          <EmptyState icon={CircleCheck} title={emptyTexts[preset].title}>
            {emptyTexts[preset].text}
          </EmptyState>
        ) : (
          <FindingTable findings={listed} openId={id} onOpen={onOpen} />
        )}
        {cut.map(({ name, title, metadata }) => (
          <p key={name} className="text-ink-muted text-sm">
            {title}: the first {listed.filter((finding) => finding.name === name).length} of{' '}
            {metadata.count?.toLocaleString('en')} findings are listed.
          </p>
        ))}
      </TabPanel>
    </Tabs>
  )
}

function FindingTable({
  findings,
  openId,
  onOpen,
}: {
  findings: readonly LintFinding[]
  openId: string | undefined
  onOpen: (id: string) => void
}) {
  const columns: TableColumn<LintFinding>[] = [
    {
      key: 'title',
      header: 'Finding',
      cell: (finding) => (
        <button
          type="button"
          onClick={() => onOpen(finding.cache_key)}
          className="block w-full rounded-sm py-1.5 text-left hover:underline"
        >
          {finding.title}
          <span className="wrap-anywhere block text-ink-muted text-xs sm:hidden">{finding.detail}</span>
        </button>
      ),
    },
    {
      key: 'object',
      header: 'Object',
      width: '22%',
      wideOnly: true,
      cell: (finding) => (
        <span className="wrap-anywhere line-clamp-2 font-mono text-xs">{objectOf(finding)}</span>
      ),
    },
    {
      key: 'detail',
      header: 'Details',
      width: '45%',
      wideOnly: true,
      cell: ({ detail }) => (
        <span className="wrap-anywhere my-1.5 line-clamp-2 text-ink-muted">{detail}</span>
      ),
    },
  ]
  return (
    <Table
      label="Findings"
      columns={columns}
      rows={findings}
      rowKey={({ cache_key }) => cache_key}
      isSelected={({ cache_key }) => cache_key === openId}
    />
  )
}
