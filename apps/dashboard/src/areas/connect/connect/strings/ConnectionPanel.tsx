import { fileOf } from '@basalt/contract/connect/client-steps.rules.ts'
import { type ClientType, connectMethods } from '@basalt/contract/connect/connect.rules.ts'
import { connectionEnvironment, connectionString } from '@basalt/contract/connect/connection-strings.rules.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'
import { ClientProgram } from './ClientProgram.tsx'
import { CompatibilityBox } from './CompatibilityBox.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { ConnectionParts } from './ConnectionParts.tsx'
import { compatibilityOf } from './compatibility.rules.ts'
import { methodWords, passwordWords } from './connection-words.rules.ts'
import { tunnelHint } from './reach.rules.ts'
import type { Way } from './ways.rules.ts'

const badges = { shared: 'Shared Pooler', dedicated: 'Dedicated Pooler' }

/** One way to a database: its string, its parts, whether it works now, and a program that uses it. */
export function ConnectionPanel({
  projectRef,
  identifier,
  way,
  alternative,
  type,
  network,
  onResetPassword,
}: {
  projectRef: string
  identifier: string
  way: Way
  /** The shared pooler, where this is the dedicated one. */
  alternative: Way | undefined
  type: ClientType
  /** Undefined where the product says nothing of networks. */
  network: { hasIpv4: boolean; isPaid: boolean } | undefined
  onResetPassword: () => void
}) {
  const { method, parameters, pooler } = way
  const hint = tunnelHint(parameters, window.location.hostname)
  const { text, points } = methodWords[method]
  const compatibility = network && compatibilityOf({ method, pooler: pooler ?? 'shared', ...network })
  const string = (one: Way) => (
    <CodeBlock
      code={connectionString(type, one.parameters, method)}
      label={one === way ? 'Connection string' : 'Connection string of the shared pooler'}
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
      {string(way)}
      <p className="text-ink-muted text-xs">{passwordWords(type, method)}</p>
      {hint && (
        <Callout tone="warning" title="This address answers only on the machine that runs Basalt">
          From elsewhere, open a tunnel first and leave it open: <code>{hint}</code>
        </Callout>
      )}
      <ConnectionCheck projectRef={projectRef} identifier={identifier} way={way} />
      {compatibility && <CompatibilityBox projectRef={projectRef} compatibility={compatibility} />}
      {alternative && compatibility && !compatibility.isCompatible && (
        <Disclosure summary={<SharedSummary />}>
          <div className="flex flex-col gap-3">
            {string(alternative)}
            <ConnectionCheck projectRef={projectRef} identifier={identifier} way={alternative} />
          </div>
        </Disclosure>
      )}
      {method === 'transaction' && (
        <Callout title="PREPARE statements are not supported">
          A connection goes to somebody else after each transaction. Statements that drivers prepare through
          the protocol work.
        </Callout>
      )}
      {method === 'session' && network && (
        <Callout tone="warning" title="Only use on a IPv4 network">
          Where the direct connection reaches the database, such as on an IPv6 network, use that.
        </Callout>
      )}
      <ConnectionParts way={way} />
      <Disclosure summary="Copy as .env">
        <CodeBlock
          code={connectionEnvironment(parameters)}
          title=".env"
          label="Environment file"
          feedbackMs={FEEDBACK_MS}
        />
        <p className="pt-2 text-ink-muted text-xs">
          Most clients read these names by themselves. In DATABASE_URL, characters of the password such as @
          and / are written as %40 and %2F; in PGPASSWORD it stands as it is, in single quotes.
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
