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

/** The server's name in the client configuration. */
const SERVER_NAME = 'basalt'

/** How to connect an AI agent: the MCP server's URL and the configuration of each client. */
export function McpPanel({ projectRef }: ConnectPanelProps) {
  const { edition } = useSuspenseQuery(installationQueries.config()).data
  const [access, setAccess] = useState<'all' | 'branch' | 'read'>('all')
  const [readOnly, ownBranch] = [access === 'read', access === 'branch']
  const [features, setFeatures] = useState<readonly McpFeature[]>(
    // On the platform none is selected, so that the server's defaults apply, also to future groups.
    edition === 'platform' ? [] : defaultMcpFeatures[edition],
  )
  const [clientKey, setClientKey] = usePreference('connect.mcp-client', aText, '')
  const client = chosenOf(mcpClients, clientKey)
  const url = mcpAddress({
    origin: window.location.origin,
    edition,
    projectRef,
    readOnly,
    ownBranch,
    features,
  })
  const toggle = (id: McpFeature, isOn: boolean) =>
    setFeatures(isOn ? [...features, id] : features.filter((one) => one !== id))
  if (!client) return null
  return (
    <>
      <p className="text-ink-muted text-sm">
        Let an AI agent work on this project through the Model Context Protocol. It has your permissions, and
        its calls are recorded in the audit log.
      </p>
      <Switch
        label="Read-only"
        description="SQL runs as a read-only role, and tools that make changes are disabled."
        checked={readOnly}
        onCheckedChange={(isOn) => setAccess(isOn ? 'read' : 'all')}
        trailing
      />
      <Switch
        label="Own branch"
        description="Each session changes its own copy of this database and opens a merge request. This database stays as it is."
        checked={ownBranch}
        onCheckedChange={(isOn) => setAccess(isOn ? 'branch' : 'all')}
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
