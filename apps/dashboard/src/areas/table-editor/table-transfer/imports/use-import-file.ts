import type { FilePreview, FileSettings } from '@basalt/table-rows/files/read-file.ts'
import { useEffect, useRef, useState } from 'react'
import { type FileReaderClient, openFileReader } from './file-worker-client.ts'

/** A chosen file and how it is read. */
export interface ImportFile {
  readonly file: Blob
  readonly name: string
  readonly settings: FileSettings
  readonly preview: FilePreview
}

/** Reads a chosen file in a worker. Each choice and each change of settings reads its beginning again. */
export function useImportFile() {
  const [opened, setOpened] = useState<ImportFile>()
  const [failure, setFailure] = useState<string>()
  const [isReading, setReading] = useState(false)
  const client = useRef<FileReaderClient>(undefined)
  const latest = useRef(0)
  useEffect(
    () => () => {
      client.current?.close()
      client.current = undefined
    },
    [],
  )
  const reader = () => {
    client.current ??= openFileReader()
    return client.current
  }
  const read = async (file: Blob, name: string, chosen?: FileSettings) => {
    latest.current += 1
    const turn = latest.current
    setReading(true)
    setFailure(undefined)
    try {
      const settings = chosen ?? (await reader().ask({ kind: 'detect', file }))
      const preview = await reader().ask({ kind: 'preview', file, settings })
      if (turn === latest.current) setOpened({ file, name, settings, preview })
    } catch (error) {
      if (turn !== latest.current) return
      // The settings that failed are shown, so that they can be changed.
      if (chosen)
        setOpened({ file, name, settings: chosen, preview: { names: [], rows: [], bad: [], types: [] } })
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      if (turn === latest.current) setReading(false)
    }
  }
  return {
    opened,
    failure,
    isReading,
    reader,
    choose: (file: Blob, name: string) => void read(file, name),
    change: (settings: FileSettings) => opened && void read(opened.file, opened.name, settings),
    forget: () => {
      latest.current += 1
      setOpened(undefined)
      setFailure(undefined)
      setReading(false)
    },
  }
}
