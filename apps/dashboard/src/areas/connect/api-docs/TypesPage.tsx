import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { typedSetup, typesCommand } from '@basalt/contract/api-docs/types-snippets.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { downloadTypes } from './api-docs.queries.ts'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import type { Snippets } from './use-snippets.ts'

/** The page about TypeScript types for this project's API. */
export function TypesPage({ projectRef, snippets }: { projectRef: string; snippets: Snippets }) {
  const { mutate, isPending } = useMutation(downloadTypes(projectRef))
  return (
    <>
      <DocHeader title="Types">
        One file describes every table, view, function and enum of the exposed schemas to TypeScript. With it,
        the client library knows the columns of each response, and a misspelt name does not compile.
      </DocHeader>
      <div>
        <Button variant="primary" icon={Download} loading={isPending} onClick={() => mutate()}>
          Download database.types.ts
        </Button>
      </div>
      <DocSection
        title="Use it"
        description="Put the file beside your program and pass its type when you create the client."
      >
        <CodeBlock title="TypeScript" label="A client with types" code={typedSetup(snippets.target)} />
      </DocSection>
      <DocSection
        title="Keep it up to date"
        description="Regenerate the file after each schema change, for example in CI with a personal access token."
      >
        <CodeBlock
          title="Terminal"
          label="Command that writes the types"
          code={typesCommand(location.origin, getTypescriptTypes.path.replace(':ref', projectRef))}
        />
      </DocSection>
    </>
  )
}
