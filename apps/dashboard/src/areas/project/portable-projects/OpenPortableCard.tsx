import { openPortable } from '@basalt/contract/portable-projects/portable-projects.endpoints.ts'
import { PORTABLE_EXTENSION } from '@basalt/contract/portable-projects/portable-projects.rules.ts'
import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { sendFile } from '../../../api/send-file.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { nameOfFile } from './portable-file.rules.ts'

/** Makes a project from a file that another installation wrote. */
export function OpenPortableCard({ slug }: { slug: string }) {
  const navigate = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const pickerId = useId()
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const [sent, setSent] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const open = useMutation({
    async mutationFn(chosen: File) {
      const controller = new AbortController()
      stop.current = controller
      setSent(0)
      return sendFile(
        openPortable,
        { params: { slug }, query: { name: name.trim() } },
        { file: chosen, signal: controller.signal, onProgress: setSent },
      ).catch((error) => {
        if (controller.signal.aborted) return undefined
        throw error
      })
    },
    async onSuccess(created) {
      if (created) await navigate({ to: '/project/$ref', params: { ref: created.ref } })
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setName(nameOfFile(chosen.name))
    open.reset()
  }
  return (
    <Card
      title="Open a project file"
      description="A file that a backup page of another Basalt downloaded. Keys and passwords are new."
      footer={
        file && (
          <div className="ml-auto flex gap-2">
            {open.isPending && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
            <Button
              variant="primary"
              loading={open.isPending}
              onClick={() => open.mutate(file)}
              {...(name.trim() === '' && { reason: 'Enter a name' })}
            >
              Open project
            </Button>
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <input
          ref={picker}
          id={pickerId}
          type="file"
          accept={`.${PORTABLE_EXTENSION}`}
          aria-label="Project file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={FileUp} disabled={open.isPending} onClick={() => picker.current?.click()}>
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
          {file && (
            <span className="wrap-anywhere text-ink-muted text-sm">
              {file.name}, {formatBytes(file.size)}
            </span>
          )}
        </div>
        {file && (
          <Field label="Name of the project">
            <Input
              value={name}
              onValueChange={setName}
              maxLength={PROJECT_NAME_MAX}
              disabled={open.isPending}
              autoComplete="off"
            />
          </Field>
        )}
        {open.isPending && file && (
          <ProgressBar
            label={sent < file.size ? 'Sending' : 'Checking'}
            value={sent < file.size ? (100 * sent) / file.size : null}
            valueText={`${formatBytes(sent)} of ${formatBytes(file.size)}`}
          />
        )}
        {open.error && (
          <Callout tone="critical" role="alert">
            {open.error.message}
          </Callout>
        )}
      </div>
    </Card>
  )
}
