import { logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { logSourceIds, logSources } from '@basalt/contract/logs/logs.rules.ts'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

const always = [
  ['timestamp', 'When it happened, in UTC'],
  ['event_message', 'What happened'],
  ['id', 'Grows with each event of the source'],
] as const

/** The sources and fields that a query may use. */
export function LogFieldSheet({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Sources and fields"
      description="What a query may select from"
    >
      <SheetBody>
        {logSourceIds.map((source) => (
          <section key={source} aria-label={logTitles[source]} className="flex flex-col gap-1">
            <div className="flex items-center gap-1">
              <h3 className="font-mono font-semibold text-sm">{source}</h3>
              <CopyButton text={source} label={`Copy ${source}`} />
            </div>
            <p className="text-ink-muted text-sm">{logSources[source].description}</p>
            <dl className="text-sm">
              {[
                ...always,
                ...Object.entries(logSources[source].fields).map(
                  ([name, { description }]) => [name, description] as const,
                ),
              ].map(([name, description]) => (
                <div key={name} className="flex gap-4 border-line border-b py-1 last:border-b-0">
                  <dt className="w-32 shrink-0 font-mono text-xs leading-5">{name}</dt>
                  <dd className="min-w-0 text-ink-muted">{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </SheetBody>
    </Sheet>
  )
}
