import { stepsOf } from '@basalt/contract/connect/client-steps.rules.ts'
import type { ClientType, ConnectMethod } from '@basalt/contract/connect/connect.rules.ts'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'

/** The steps to use the connection string from a program; null for types that need none. */
export function ClientProgram({
  type,
  method,
  host,
  feedbackMs,
}: {
  type: ClientType
  method: ConnectMethod
  host: string
  feedbackMs: number
}) {
  const steps = stepsOf(type, method, host)
  if (!steps) return null
  return (
    <ol className="flex list-inside list-decimal flex-col gap-3 text-sm marker:text-ink-muted">
      <li>
        Save the lines above as <code>{steps.file}</code> and keep it out of version control.
      </li>
      <li>
        Install the client
        <CodeBlock
          code={steps.install}
          label="Command that installs"
          feedbackMs={feedbackMs}
          className="mt-1.5"
        />
      </li>
      <li>
        Connect
        <CodeBlock
          code={steps.program.code}
          title={steps.program.file}
          label="Program"
          feedbackMs={feedbackMs}
          className="mt-1.5"
        />
      </li>
      <li>
        Run it
        <CodeBlock code={steps.run} label="Command that runs" feedbackMs={feedbackMs} className="mt-1.5" />
      </li>
    </ol>
  )
}
