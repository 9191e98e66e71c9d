import {
  detectSettings,
  type FilePart,
  type FilePreview,
  type FileSettings,
  fileParts,
  type PartOptions,
  previewFile,
} from '@basalt/table-rows/files/read-file.ts'
import type { BadRecord } from '@basalt/table-rows/files/record.ts'

/** What the page asks of the worker. */
export type FileRequest =
  | { readonly kind: 'detect'; readonly file: Blob }
  | { readonly kind: 'preview'; readonly file: Blob; readonly settings: FileSettings }
  | { readonly kind: 'read'; readonly file: Blob; readonly options: Omit<PartOptions, 'onBad'> }
  /** The next part of the file that is read. */
  | { readonly kind: 'next' }

/** A part, and the rows that could not be sent until now: the first of them, and how many. */
export interface ReadPart {
  /** Undefined after the last one. */
  readonly part: FilePart | undefined
  readonly bad: readonly BadRecord[]
  readonly badCount: number
}

export interface FileAnswers {
  detect: FileSettings
  preview: FilePreview
  read: undefined
  next: ReadPart
}

/** Bad rows that are named. */
const NAMED_MAX = 1000

/** Answers requests, one after the other. Throws FileError for a file that cannot be read. */
export function fileAnswers() {
  let parts: AsyncGenerator<FilePart> | undefined
  let bad: BadRecord[] = []
  let badCount = 0
  return async (request: FileRequest): Promise<FileAnswers[FileRequest['kind']]> => {
    switch (request.kind) {
      case 'detect':
        return detectSettings(request.file)
      case 'preview':
        return previewFile(request.file, request.settings)
      case 'read':
        bad = []
        badCount = 0
        parts = fileParts(request.file, {
          ...request.options,
          onBad: (record) => {
            badCount += 1
            if (bad.length < NAMED_MAX) bad.push(record)
          },
        })
        return undefined
      case 'next': {
        const { value, done } = await parts!.next()
        return { part: done ? undefined : value, bad, badCount }
      }
    }
  }
}
