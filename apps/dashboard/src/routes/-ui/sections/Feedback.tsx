import { GitBranch } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { Specimen } from '../Specimen.tsx'

const row = 'flex flex-wrap items-center gap-2'

export function Feedback() {
  return (
    <>
      <Specimen name="Badges">
        <div className={row}>
          <Badge>Free</Badge>
          <Badge tone="brand">Pro</Badge>
          <Badge tone="success">Preview</Badge>
          <Badge tone="warning" icon={GitBranch}>
            Production
          </Badge>
          <Badge tone="critical">Failed</Badge>
        </div>
      </Specimen>
      <Specimen name="Status">
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <StatusDot tone="success">Healthy</StatusDot>
          <StatusDot tone="brand" busy>
            Coming up
          </StatusDot>
          <StatusDot tone="warning">Degraded</StatusDot>
          <StatusDot tone="critical">Failed</StatusDot>
          <StatusDot tone="neutral">Paused</StatusDot>
        </div>
      </Specimen>
      <Specimen name="Callouts" wide>
        <div className="flex flex-col gap-2">
          <Callout title="The project is paused" action={<Button size="sm">Restore</Button>}>
            Its data is kept.
          </Callout>
          <Callout tone="success">All migrations are applied.</Callout>
          <Callout tone="warning" title="Row level security is off">
            Anyone with the public key reads and writes this table.
          </Callout>
          <Callout tone="critical" title="The disk is full">
            The database refuses to write until space is freed.
          </Callout>
        </div>
      </Specimen>
      <Specimen name="Toasts" wide>
        <div className={row}>
          <Button onClick={() => toast({ title: 'Copied URL for invoice.pdf to clipboard.' })}>Info</Button>
          <Button
            onClick={() =>
              toast({
                title: 'Project restored',
                tone: 'success',
                action: { label: 'Open', onClick: () => location.assign('#Feedback') },
              })
            }
          >
            Success
          </Button>
          <Button
            onClick={() => toast({ title: 'Upload is slow', tone: 'warning', description: '3 of 12 files' })}
          >
            Warning
          </Button>
          <Button
            onClick={() =>
              toast({
                title: 'Failed to pause the project',
                tone: 'critical',
                description: 'It is coming up.',
              })
            }
          >
            Critical
          </Button>
        </div>
      </Specimen>
      <Specimen name="Progress">
        <div className="flex flex-col gap-3">
          <ProgressBar label="Storage" value={38} valueText="3.0 of 8 GB" />
          <ProgressBar label="Memory" value={92} tone="warning" />
          <ProgressBar label="Preparing" value={null} />
        </div>
      </Specimen>
      <Specimen name="Avatars">
        <div className={row}>
          <Avatar name="Ada Lovelace" size="sm" />
          <Avatar name="Ada Lovelace" />
          <Avatar name="ops@example.com" size="lg" />
        </div>
      </Specimen>
    </>
  )
}
