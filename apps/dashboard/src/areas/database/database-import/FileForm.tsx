import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { uploadDump } from './database-import.queries.ts'

/** Imports a dump from the member's disk. How it ends is shown among the earlier imports. */
export function FileForm({ project }: { project: Project }) {
  const { ref, organization_slug: slug, status } = project
  const refusal = useChangeRefusal(needs.importDatabase, { slug, ref })
  const { mutate, isPending, error } = useMutation(uploadDump(ref))
  const input = useRef<HTMLInputElement>(null)
  const reason =
    refusal ?? (status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to import a database')
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".sql,.gz,.dump,text/plain,application/sql,application/gzip"
        aria-label="Dump file"
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again after it was corrected.
          currentTarget.value = ''
          if (file) mutate(file)
        }}
      />
      <Card
        title="Dump file"
        description="Plain SQL as pg_dump writes it, compressed with gzip or not. It is imported completely or not at all."
        actions={
          <Button
            icon={Upload}
            loading={isPending}
            onClick={() => input.current?.click()}
            {...(reason !== undefined && { reason })}
          >
            Upload a dump
          </Button>
        }
      >
        {error && (
          <Callout tone="critical" role="alert" title="The file was not imported">
            {error.message}
          </Callout>
        )}
      </Card>
    </>
  )
}
