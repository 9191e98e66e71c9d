import { defaultMcpFeatures, type McpFeature } from '@basalt/contract/mcp/mcp.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreference } from '../../../../lib/preference.ts'
import { aText } from '../../../../lib/shape.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { type ConnectPanelProps, FEEDBACK_MS } from '../connect-panel.ts'
import { chosenOf } from '../connect-search.rules.ts'
import { McpClientSteps } from './McpClientSteps.tsx'
import { groupsOf, mcpAddress } from './mcp-address.rules.ts'
import { mcpClients } from './mcp-clients.ts'

/** What an agent is called by in a client. */
const SERVER_NAME = 'basalt'

/** How an agent works on the project: the address of its tools, and what each client makes of it. */
export function McpPanel({ projectRef }: ConnectPanelProps) {
  const { edition } = useSuspenseQuery(installationQueries.config()).data
  const [readOnly, setReadOnly] = useState(false)
  const [features, setFeatures] = useState<readonly McpFeature[]>(
    // On the platform none is chosen, so that the server's own choice holds, also when it grows.
    edition === 'platform' ? [] : defaultMcpFeatures[edition],
  )
  const [clientKey, setClientKey] = usePreference('connect.mcp-client', aText, '')
  const client = chosenOf(mcpClients, clientKey)
  const url = mcpAddress({ origin: window.location.origin, edition, projectRef, readOnly, features })
  const toggle = (id: McpFeature, isOn: boolean) =>
    setFeatures(isOn ? [...features, id] : features.filter((one) => one !== id))
  if (!client) return null
  return (
    <>
      <p className="text-ink-muted text-sm">
        Let an AI agent work on this project through the Model Context Protocol. It may do what you may do,
        and each of its calls is in the audit log.
      </p>
      <Switch
        label="Read-only"
        description="SQL runs as a role that can only read, and tools that change something are left out."
        checked={readOnly}
        onCheckedChange={setReadOnly}
        trailing
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">Feature groups</legend>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {groupsOf(edition).map(({ id, label, description, refusal }) => (
            <Checkbox
              key={id}
              label={label}
              description={description}
              disabled={refusal !== undefined}
              checked={features.includes(id)}
              onCheckedChange={(isOn) => toggle(id, isOn)}
            />
          ))}
        </div>
        {features.length === 0 && (
          <p className="text-ink-muted text-xs">
            {edition === 'platform'
              ? 'None selected: every group except Storage is on.'
              : 'None selected: every group is on.'}
          </p>
        )}
      </fieldset>
      <CodeBlock code={url} title="Server URL" wrap feedbackMs={FEEDBACK_MS} />
      <div className="flex flex-wrap items-end gap-3 border-line border-t pt-3">
        <Field label="Client" className="w-56">
          <Combobox
            options={mcpClients.map(({ key, label, kind }) => ({ value: key, label, description: kind }))}
            value={client.key}
            onValueChange={(key) => key !== null && setClientKey(key)}
          />
        </Field>
        <TextLink external href={client.docsUrl} className="ml-auto py-1.5 text-sm">
          {client.label} guide
        </TextLink>
      </div>
      <McpClientSteps
        client={client}
        server={{ name: SERVER_NAME, url, needsToken: edition === 'platform' }}
      />
    </>
  )
}
