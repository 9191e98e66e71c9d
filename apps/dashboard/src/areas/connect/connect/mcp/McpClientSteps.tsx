import { ExternalLink } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'
import { type McpClient, type McpServer, TOKEN_PLACEHOLDER, TOKEN_VARIABLE } from './mcp-client.ts'

/** The steps that connect a client to the MCP server. */
export function McpClientSteps({ client, server }: { client: McpClient; server: McpServer }) {
  const { label, file, link, command, refusal } = client
  if (refusal)
    return (
      <Callout tone="warning" title={`${label} does not work with this server`}>
        {refusal}
      </Callout>
    )
  return (
    <ol className="flex list-inside list-decimal flex-col gap-3 text-sm marker:text-ink-muted">
      {server.needsToken && (
        <li>
          {tokenText(client)}{' '}
          <TextLink external href="/account/tokens">
            Create an access token
          </TextLink>
          {client.token === 'environment' && (
            <CodeBlock
              code={`export ${TOKEN_VARIABLE}='${TOKEN_PLACEHOLDER}'`}
              label="Command that sets the token"
              feedbackMs={FEEDBACK_MS}
              className="mt-1.5"
            />
          )}
        </li>
      )}
      <li>
        {link || command ? 'Add the server' : 'Add the server to the file that the client reads'}
        {link && (
          <div className="mt-1.5">
            <ButtonLink icon={ExternalLink} href={link(server)}>
              Add to {label}
            </ButtonLink>
          </div>
        )}
        {command && (
          <CodeBlock
            code={command(server)}
            label="Command that adds the server"
            wrap
            feedbackMs={FEEDBACK_MS}
            className="mt-1.5"
          />
        )}
        {file && (
          <>
            {(link || command) && <p className="mt-3">or write it into the file that the client reads:</p>}
            <CodeBlock
              code={file.text(server)}
              title={file.path}
              label="Client configuration"
              feedbackMs={FEEDBACK_MS}
              className="mt-1.5"
            />
          </>
        )}
      </li>
    </ol>
  )
}

const tokenText = ({ token, label }: McpClient) =>
  ({
    environment: 'Set an access token in the environment of the client.',
    question: `${label} asks for an access token when it first connects.`,
    file: `Replace ${TOKEN_PLACEHOLDER} in the file below with an access token, and keep the file private.`,
  })[token]
