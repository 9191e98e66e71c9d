import { type ClientType, PASSWORD_PLACEHOLDER } from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { connectionString } from '@basalt/contract/connect/connection-strings.rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { ClientProgram } from './ClientProgram.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { fileOf } from './client-steps.rules.ts'
import { tunnelHint } from './reach.rules.ts'

/** Copies are confirmed for this long here. */
const FEEDBACK_MS = 1000

/** The direct connection: its string, its parts, whether it works now, and a program that uses it. */
export function ConnectionPanel({
  projectRef,
  database,
  type,
  onResetPassword,
}: {
  projectRef: string
  database: Database
  type: ClientType
  onResetPassword: () => void
}) {
  const { db_host: host, db_port: port, db_name, db_user: user } = database
  const parameters = { host, port, user, database: db_name }
  const hint = tunnelHint(parameters, window.location.hostname)
  return (
    <section aria-labelledby="direct-connection" className="flex flex-col gap-3">
      <div>
        <h3 id="direct-connection" className="font-semibold text-sm">
          Direct connection
        </h3>
        <p className="text-ink-muted text-sm">
          For applications with persistent, long-lived connections, such as those running on virtual machines
          or in long-standing containers. Each client has a connection of its own to the database.
        </p>
      </div>
      <CodeBlock
        code={connectionString(type, parameters)}
        label="Connection string"
        wrap
        feedbackMs={FEEDBACK_MS}
        {...title(fileOf(type))}
      />
      <p className="text-ink-muted text-xs">{passwordWords(type)}</p>
      {hint && (
        <Callout tone="warning" title="This address answers only on the machine that runs Basalt">
          From elsewhere, open a tunnel first and leave it open: <code>{hint}</code>
        </Callout>
      )}
      <ConnectionCheck projectRef={projectRef} identifier={database.identifier} />
      <Disclosure summary="View parameters">
        <DescriptionList
          feedbackMs={FEEDBACK_MS}
          facts={Object.entries(parameters).map(([label, value]) => ({
            label: label.charAt(0).toUpperCase() + label.slice(1),
            value: <code className="text-xs">{value}</code>,
            copy: String(value),
          }))}
        />
        <p className="pt-2 text-ink-muted text-xs">For security reasons, the password is never shown.</p>
      </Disclosure>
      <ClientProgram type={type} feedbackMs={FEEDBACK_MS} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <p className="text-ink-muted text-sm">Forgot the database password?</p>
        <Button size="sm" onClick={onResetPassword}>
          Reset password
        </Button>
      </div>
    </section>
  )
}

const title = (file: string | undefined) => (file === undefined ? {} : { title: file })

const inUrls: readonly ClientType[] = ['uri', 'golang', 'nodejs', 'php', 'python', 'jdbc']

function passwordWords(type: ClientType) {
  if (type === 'psql') return 'It asks for the password of the database.'
  const where = `Put the database password in place of ${PASSWORD_PLACEHOLDER}`
  if (type === 'sqlalchemy') return `${where}, in single quotes.`
  return inUrls.includes(type)
    ? `${where}, with characters such as @ and / written as %40 and %2F.`
    : `${where}.`
}
