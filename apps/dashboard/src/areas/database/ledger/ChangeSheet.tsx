import { missingPartReasons } from '@basalt/contract/ledger/ledger.rules.ts'
import type { Change } from '@basalt/contract/ledger/ledger.schema.ts'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { durationText, kindLabels, originLabels, outcomeLabels } from './change-labels.rules.ts'

/** The details of one change. */
export function ChangeSheet({
  projectRef,
  change,
  onClose,
}: {
  projectRef: string
  change: Change | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={change !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Change"
      description={change && `${kindLabels[change.kind]}, by ${change.made_by}`}
      size="lg"
    >
      {change && (
        <SheetBody>
          {change.error !== null && (
            <Callout tone="critical" title="Nothing was changed">
              {change.error}
            </Callout>
          )}
          {change.missing !== null && <Callout tone="warning">{missingPartReasons[change.missing]}</Callout>}
          <CodeBlock label="SQL" title="SQL" code={change.sql} wrap />
          <DescriptionList items={factsOf(change)} />
          {change.outcome === 'done' && (
            <ButtonLink
              icon={RotateCcw}
              className="self-start"
              render={
                <Link
                  to="/project/$ref/database/backups/pitr"
                  params={{ ref: projectRef }}
                  search={{ before: change.made_at }}
                />
              }
            >
              Restore to just before this
            </ButtonLink>
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}

function factsOf({
  outcome,
  origin,
  role,
  made_at,
  duration_ms,
  row_count,
  migration,
}: Change): DescriptionItem[] {
  const duration = durationText(duration_ms)
  return [
    {
      label: 'Result',
      value: <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>,
    },
    { label: 'When', value: <When time={made_at} /> },
    { label: 'Origin', value: originLabels[origin] },
    { label: 'Database role', value: role },
    ...(duration === undefined ? [] : [{ label: 'Duration', value: duration }]),
    ...(row_count === null ? [] : [{ label: 'Changed rows', value: row_count.toLocaleString('en') }]),
    ...(migration === null ? [] : [{ label: 'Migration', value: migration, copy: migration }]),
  ]
}
