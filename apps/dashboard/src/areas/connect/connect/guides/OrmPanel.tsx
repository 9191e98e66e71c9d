import { PASSWORD_PLACEHOLDER } from '@basalt/contract/connect/connect.rules.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { type ConnectPanelProps, FEEDBACK_MS } from '../connect-panel.ts'
import { chosenOf, frameworkChange } from '../connect-search.rules.ts'
import { SettingsError } from '../SettingsError.tsx'
import { useConnections } from '../strings/use-connections.ts'
import { FileTabs } from './FileTabs.tsx'
import { ChoiceField } from './GuidePanel.tsx'
import { ormUrls } from './orm-urls.rules.ts'

/** How to use a project's database from an ORM. */
export function OrmPanel({ projectRef, search, onSearchChange, onResetPassword }: ConnectPanelProps) {
  const { isPending, data, ...failure } = useConnections(projectRef, {})
  const orm = chosenOf(orms, search.framework)
  if (isPending) return <Skeleton className="h-80 rounded-md" />
  if (!data || !orm) return <SettingsError {...failure} />
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label="Tool"
          choices={orms}
          chosen={orm}
          onChoose={(key) => onSearchChange(frameworkChange(key))}
        />
        <TextLink external href={orm.docsUrl} className="ml-auto py-1.5 text-sm">
          {orm.label} guide
        </TextLink>
      </div>
      <CodeBlock code={orm.install} label="Command that installs" feedbackMs={FEEDBACK_MS} />
      <p className="text-sm">Add the following files below to your application.</p>
      <FileTabs key={orm.key} files={orm.files(ormUrls(data.connections, data.hasIpv4))} />
      <p className="text-ink-muted text-xs">
        Replace {PASSWORD_PLACEHOLDER} with the database password, percent-encoding characters such as @ and /
        (%40 and %2F).
      </p>
      <CodeBlock code={orm.run} label="Command that runs" feedbackMs={FEEDBACK_MS} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <p className="text-ink-muted text-sm">Forgot the database password?</p>
        <Button size="sm" onClick={onResetPassword}>
          Reset password
        </Button>
      </div>
    </>
  )
}
