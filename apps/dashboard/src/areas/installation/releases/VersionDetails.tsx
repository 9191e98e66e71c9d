import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { UPGRADE_COMMAND, versionBadge } from './version-badge.rules.ts'

/** The current and available versions, with the upgrade command. */
export function VersionDetails({
  release,
  onSchedule,
  onNavigate,
}: {
  release: CliRelease
  onSchedule: () => void
  onNavigate: () => void
}) {
  const { current, latest, beta, published_at } = release
  const guide = (name: 'upgrade' | 'changelog', label: string) => (
    <TextLink render={<Link to="/docs/$guide" params={{ guide: name }} onClick={onNavigate} />}>
      {label}
    </TextLink>
  )
  const hasSchedule = published_at !== undefined || beta !== undefined
  return (
    <div className="flex flex-col gap-3">
      <DescriptionList
        items={[
          { label: 'Current version', value: current },
          {
            label: 'Available version',
            value: latest ?? <span className="text-ink-muted">Unknown</span>,
          },
        ]}
      />
      {latest === undefined ? (
        <p className="text-ink-muted">
          This installation does not check for new versions. The upgrade guide explains how to turn this on.
        </p>
      ) : (
        <p className="text-ink-muted">
          {versionBadge(release)?.label === 'Update available'
            ? 'Stop Basalt, then upgrade it with this command. Your data is kept.'
            : 'You are up to date. Later versions are installed with this command.'}
        </p>
      )}
      <CodeBlock code={UPGRADE_COMMAND} label="Upgrade command" />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex gap-4">
          {guide('upgrade', 'How to upgrade')}
          {guide('changelog', 'Changelog')}
        </p>
        {hasSchedule && (
          <Button size="sm" icon={CalendarClock} onClick={onSchedule}>
            Release schedule
          </Button>
        )}
      </div>
    </div>
  )
}
