import { curlWithToken } from '@basalt/contract/api-docs/curl-snippet.rules.ts'
import { javascriptSetupWithToken } from '@basalt/contract/api-docs/javascript-snippet.rules.ts'
import { pythonSetupWithToken } from '@basalt/contract/api-docs/python-snippet.rules.ts'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import { languageNames } from './snippet-language.rules.ts'
import type { Snippets } from './use-snippets.ts'

export function Authentication({
  projectRef,
  snippets: { language, target },
}: {
  projectRef: string
  snippets: Snippets
}) {
  const name = languageNames[language]
  const code = {
    javascript: javascriptSetupWithToken(target),
    curl: curlWithToken('/', target),
    python: pythonSetupWithToken(target),
  }[language]
  return (
    <>
      <DocHeader title="Authentication">
        Every request carries a key in the header <code>apikey</code>. The key says as which role it runs;
        grants and row level security say what that role may do.
      </DocHeader>
      <DocSection
        title="Publishable keys"
        words={
          <>
            For pages, apps and everything else that others can read. A request runs as the role{' '}
            <code>anon</code>, so protect tables with row level security before you hand one out.
          </>
        }
      />
      <DocSection
        title="Secret keys"
        words={
          <>
            For servers alone. A request runs as <code>service_role</code> and passes all row level security;
            anyone with the key can read and change everything. It is never put into the snippets here.
          </>
        }
      />
      <DocSection
        title="As a person who signed in"
        words={
          <>
            A token of this project goes along with the publishable key, as bearer. The request then runs as
            the role that the token names, mostly <code>authenticated</code>, and policies learn who it is
            from <code>auth.uid()</code> and <code>auth.jwt()</code>.
          </>
        }
      >
        <CodeBlock title={name} label={`A request with a token in ${name}`} code={code} />
      </DocSection>
      <p className="max-w-prose text-ink-muted text-sm">
        Keys are made and revoked in the{' '}
        <TextLink render={<Link to="/project/$ref/settings/api-keys" params={{ ref: projectRef }} />}>
          settings of this project
        </TextLink>
        .
      </p>
    </>
  )
}
