import type { SupportBundle } from '@basalt/contract/support/support.schema.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { type SupportPart, supportParts } from './support-file.rules.ts'

const labels: Record<SupportPart, { label: string; description: string }> = {
  project: {
    label: 'The project',
    description: 'Its status, its PostgreSQL, and its log without statements.',
  },
  server_log: { label: 'Log of the server', description: 'The newest lines, without addresses.' },
  server_errors: { label: 'Recent errors', description: 'The newest failures of the server.' },
  browser: { label: 'This browser', description: 'Its name, language and size.' },
}

/** The choice of parts to include. Version, edition and machine always are. */
export function PartChoices({
  bundle,
  available,
  parts,
  onChoose,
}: {
  bundle: SupportBundle
  available: readonly SupportPart[]
  parts: ReadonlySet<SupportPart>
  onChoose: (part: SupportPart, isIncluded: boolean) => void
}) {
  return (
    <Card
      title="Included information"
      description={`Basalt ${bundle.installation.version}, its edition and machine, and:`}
    >
      <div className="flex flex-col gap-3">
        {supportParts.map((part) => (
          <Checkbox
            key={part}
            {...labels[part]}
            description={available.includes(part) ? labels[part].description : absence(bundle, part)}
            checked={parts.has(part)}
            disabled={!available.includes(part)}
            onCheckedChange={(isIncluded) => onChoose(part, isIncluded)}
          />
        ))}
      </div>
    </Card>
  )
}

function absence(bundle: SupportBundle, part: SupportPart) {
  if (part === 'project') return 'Open help inside a project to include it.'
  const content = part === 'browser' ? undefined : bundle[part]
  return content && 'left_out' in content ? content.left_out : labels[part].description
}
