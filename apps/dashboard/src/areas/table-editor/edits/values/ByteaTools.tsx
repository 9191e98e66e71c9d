import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { saveBlob } from '../../../../lib/download.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { BYTEA_FILE_MAX, bytesOf, hexText } from './bytea.rules.ts'

/** Takes bytes from a file, and gives them back as one. */
export function ByteaTools({
  name,
  text,
  onText,
}: {
  name: string
  text: string | null
  onText: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  const upload = async (file: File | undefined) => {
    if (!file) return
    setFailure(undefined)
    if (file.size > BYTEA_FILE_MAX)
      return setFailure(
        `${file.name} has ${formatBytes(file.size)}. A value can have up to ${formatBytes(BYTEA_FILE_MAX)}.`,
      )
    try {
      onText(hexText(new Uint8Array(await file.arrayBuffer())))
    } catch (error) {
      setFailure(`${file.name} could not be read: ${(error as Error).message}`)
    }
  }
  const bytes = text === null ? undefined : (text.length - 2) / 2
  const download = () => {
    const content = text === null ? undefined : bytesOf(text)
    if (content) saveBlob(`${name}.bin`, new Blob([content]))
    else setFailure('The text is not written as \\x and pairs of hexadecimal digits.')
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      <input
        ref={input}
        type="file"
        aria-label={`File for ${name}`}
        className="hidden"
        onChange={({ target }) => {
          void upload(target.files?.[0])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      <Button size="sm" variant="ghost" icon={Upload} onClick={() => input.current?.click()}>
        Upload file
      </Button>
      {text?.startsWith('\\x') && (
        <Button size="sm" variant="ghost" icon={Download} onClick={download}>
          Download {formatBytes(bytes ?? 0)}
        </Button>
      )}
      <span className="text-ink-muted text-xs">Up to {formatBytes(BYTEA_FILE_MAX)}</span>
      {failure !== undefined && (
        <span role="alert" className="wrap-anywhere text-critical-ink text-xs">
          {failure}
        </span>
      )}
    </span>
  )
}
