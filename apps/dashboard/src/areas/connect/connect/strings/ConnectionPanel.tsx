import { fileOf, passwordFormat } from '@basalt/contract/connect/client-steps.rules.ts'
import {
  type ClientType,
  type ConnectMethod,
  connectMethods,
  PASSWORD_PLACEHOLDER,
} from '@basalt/contract/connect/connect.rules.ts'
import { connectionEnvironment, connectionString } from '@basalt/contract/connect/connection-strings.rules.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'
import { ClientProgram } from './ClientProgram.tsx'
import { CompatibilityBox } from './CompatibilityBox.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { compatibilityOf } from './compatibility.rules.ts'
import type { Connection } from './connections.rules.ts'
import { tunnelCommand } from './tunnel-command.rules.ts'

const badges = { shared: 'Shared Pooler', dedicated: 'Dedicated Pooler' }

/** One connection to a database: its string, its parts, a check and a program that uses it. */
export function ConnectionPanel({
  projectRef,
  identifier,
  connection,
  alternative,
  type,
  network,
  onResetPassword,
}: {
  projectRef: string
  identifier: string
  connection: Connection
  /** The shared pooler's, if this is the dedicated one. */
  alternative: Connection | undefined
  type: ClientType
  /** Undefined in the self-hosted edition. */
  network: { hasIpv4: boolean; isPaid: boolean } | undefined
  onResetPassword: () => void
}) {
  const { method, parameters, pooler } = connection
  const hint = tunnelCommand(parameters, window.location.hostname)
  const { text, points } = methodTexts[method]
  const compatibility = network && compatibilityOf({ method, pooler: pooler ?? 'shared', ...network })
  const string = (one: Connection) => (
    <CodeBlock
      code={connectionString(type, one.parameters, method)}
      label={one === connection ? 'Connection string' : 'Connection string of the shared pooler'}
      wrap
      feedbackMs={FEEDBACK_MS}
      {...title(fileOf(type))}
    />
  )
  return (
    <section aria-labelledby="connection-method" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 id="connection-method" className="flex items-center gap-2 font-semibold text-sm">
          {connectMethods.find(({ id }) => id === method)?.label}
          {pooler && <Badge>{badges[pooler]}</Badge>}
        </h3>
        <p className="text-ink-muted text-sm">{text}</p>
        <ul className="list-outside list-disc pl-5 text-ink-muted text-sm">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      {string(connection)}
      <p className="text-ink-muted text-xs">{passwordHint(type, method)}</p>
      {hint && (
        <Callout tone="warning" title="This address is only reachable on the machine that runs Basalt">
          From other machines, open a tunnel first and keep it open: <code>{hint}</code>
        </Callout>
      )}
      <ConnectionCheck projectRef={projectRef} identifier={identifier} connection={connection} />
      {compatibility && <CompatibilityBox projectRef={projectRef} compatibility={compatibility} />}
      {alternative && compatibility && !compatibility.isCompatible && (
        <Disclosure summary={<SharedSummary />}>
          <div className="flex flex-col gap-3">
            {string(alternative)}
            <ConnectionCheck projectRef={projectRef} identifier={identifier} connection={alternative} />
          </div>
        </Disclosure>
      )}
      {method === 'transaction' && (
        <Callout title="PREPARE statements are not supported">
          A connection serves another client after each transaction. Statements that drivers prepare through
          the protocol work.
        </Callout>
      )}
      {method === 'session' && network && (
        <Callout tone="warning" title="Only use on a IPv4 network">
          Use the direct connection where it works, such as on IPv6 networks.
        </Callout>
      )}
      <ConnectionParts connection={connection} />
      <Disclosure summary="Copy as .env">
        <CodeBlock
          code={connectionEnvironment(parameters)}
          title=".env"
          label="Environment file"
          feedbackMs={FEEDBACK_MS}
        />
        <p className="pt-2 text-ink-muted text-xs">
          Most clients read these variables automatically. In DATABASE_URL, percent-encode characters of the
          password such as @ and / (%40 and %2F). In PGPASSWORD, write it unchanged in single quotes.
        </p>
      </Disclosure>
      <ClientProgram type={type} method={method} host={parameters.host} feedbackMs={FEEDBACK_MS} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <p className="text-ink-muted text-sm">Forgot the database password?</p>
        <Button size="sm" onClick={onResetPassword}>
          Reset password
        </Button>
      </div>
    </section>
  )
}

function SharedSummary() {
  return (
    <span className="flex items-center gap-2">
      Using the Shared Pooler <Badge tone="success">IPv4 compatible</Badge>
    </span>
  )
}

const title = (file: string | undefined) => (file === undefined ? {} : { title: file })

/** The parts of a connection string, each with a copy button. */
function ConnectionParts({ connection: { method, parameters } }: { connection: Connection }) {
  const { host, port, database, user } = parameters
  const parts = {
    Host: host,
    Port: port,
    Database: database,
    User: user,
    ...(method !== 'direct' && { 'Pool mode': method }),
  }
  return (
    <Disclosure summary="View parameters">
      <DescriptionList
        feedbackMs={FEEDBACK_MS}
        items={Object.entries(parts).map(([label, value]) => ({
          label,
          value: <code className="text-xs">{value}</code>,
          copy: String(value),
        }))}
      />
      <p className="pt-2 text-ink-muted text-xs">For security reasons, the password is never shown.</p>
    </Disclosure>
  )
}

const replaceIt = `Replace ${PASSWORD_PLACEHOLDER} with the database password`

const passwordHints = {
  prompt: 'It prompts for the database password.',
  quoted: `${replaceIt}, in single quotes.`,
  encoded: `${replaceIt}, percent-encoding characters such as @ and / (%40 and %2F).`,
  plain: `${replaceIt}.`,
}

/** How to fill in the password of a connection string. */
const passwordHint = (type: ClientType, method: ConnectMethod) => passwordHints[passwordFormat(type, method)]

/** The purpose of each method. */
const methodTexts: Record<ConnectMethod, { text: string; points: readonly string[] }> = {
  direct: {
    text: 'For applications with persistent, long-lived connections, such as those running on virtual machines or in long-standing containers.',
    points: [
      'Suitable for long-lived, persistent connections',
      'Each client has its own connection to the database',
    ],
  },
  transaction: {
    text: 'For stateless applications such as serverless functions, where each interaction with the database is brief and isolated.',
    points: ['Suitable for a large number of clients', 'A pre-warmed pool of connections to the database'],
  },
  session: {
    text: 'Only recommended as an alternative to the direct connection, for networks that cannot reach it.',
    points: ['Each client keeps its connection until it disconnects', 'All session features work'],
  },
}
