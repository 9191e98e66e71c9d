import type { RehearsedAdvisors } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { advisorsText, findingBadges } from './merge-words.rules.ts'

/** What the advisors find in the target after the merge and did not before. */
export function RehearsedAdvisorsNote({ advisors }: { advisors: RehearsedAdvisors }) {
  const { added, removed, error } = advisors
  if (error !== null)
    return (
      <Callout tone="warning" title="The advisors could not be run">
        {error}
      </Callout>
    )
  if (added.length === 0 && removed.length === 0) return null
  return (
    <Callout
      tone={added.length === 0 ? 'success' : added.some(({ level }) => level !== 'INFO') ? 'warning' : 'info'}
      title={advisorsText(advisors)}
    >
      {added.length > 0 && (
        <ul className="flex flex-col gap-1">
          {added.map(({ title, level, detail }) => (
            <li key={`${title} ${detail}`} className="flex flex-wrap items-baseline gap-x-2">
              <Badge tone={findingBadges[level].tone}>{findingBadges[level].label}</Badge>
              <span>
                {title}: {detail}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
