import { type CopiedColumn, copyTextWriter } from './copy-text.ts'
import { CsvReader, type NullRule } from './csv-reader.ts'
import { detectEncoding, type FileEncoding } from './encoding.ts'
import { detectLayout, type FileLayout, hasHeader } from './file-format.ts'
import { type InferredType, inferType } from './infer-types.rules.ts'
import { JsonArrayReader, JsonLinesReader, type JsonValueKind, jsonRecord, keysOf } from './json-reader.ts'
import { type BadRecord, FileError, isBad, type ReadRecord, type RecordReader } from './record.ts'

/** How a file is read. */
export interface FileSettings {
  readonly encoding: FileEncoding
  readonly layout: FileLayout
  /** Whether the first row has names; JSON has its own. */
  readonly hasHeader: boolean
  readonly nulls: NullRule
}

/** The beginning of a file, as it is read with some settings. */
export interface FilePreview {
  /** The file's columns. Without a header they are numbered. */
  readonly names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** Rows among them that cannot be read. */
  readonly bad: readonly BadRecord[]
  /** The type that the first values of each column have. */
  readonly types: readonly InferredType[]
}

/** Part of the rows of a file, for COPY. */
export interface FilePart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Rows that have been written so far, with this part, and bytes of the file that have been read. */
  readonly rows: number
  readonly readBytes: number
}

const SAMPLE_BYTES = 1024 * 1024
/** A header and a row. When they are longer than a sample, more is read. */
const SAMPLED_ROWS_MIN = 2
const PREVIEW_ROWS = 20
/** Rows that types are inferred from. */
const TYPED_ROWS = 10_000

/** Settings that fit a file, by its beginning. */
export async function detectSettings(file: Blob): Promise<FileSettings> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const isWhole = bytes.length === file.size
  const encoding = detectEncoding(bytes, isWhole)
  const layout = detectLayout(new TextDecoder(encoding).decode(bytes, { stream: true }), isWhole)
  const settings = { encoding, layout, hasHeader: false, nulls: { empty: 'bare', text: '' } } as const
  if (layout.kind !== 'csv') return settings
  const { rows } = await previewFile(file, settings)
  return { ...settings, hasHeader: hasHeader(rows) }
}

/** Throws FileError for a file that cannot be read with these settings. */
export async function previewFile(file: Blob, settings: FileSettings): Promise<FilePreview> {
  const { layout } = settings
  if (layout.kind !== 'csv') {
    const keys = new Set<string>()
    const collect = (object: string, line: number): ReadRecord => {
      for (const key of keysOf(object)) keys.add(key)
      return { line, values: [] }
    }
    await sampled(file, settings, jsonReader(layout.kind, collect))
    const names = [...keys]
    const columns = names.map((key) => ({ key, as: 'text' as const }))
    return previewOf(names, await sampled(file, settings, jsonReader(layout.kind, jsonRecord(columns))))
  }
  const records = await sampled(file, settings, new CsvReader({ ...layout, nulls: settings.nulls }))
  const first = records.find((record) => !isBad(record))
  const header = settings.hasHeader && first && !isBad(first) ? first.values : undefined
  const names = header
    ? header.map((name, index) => name ?? `Column ${index + 1}`)
    : Array.from(
        { length: first && !isBad(first) ? first.values.length : 0 },
        (_, index) => `Column ${index + 1}`,
      )
  return previewOf(names, header ? records.slice(1) : records)
}

function previewOf(names: readonly string[], records: readonly ReadRecord[]): FilePreview {
  const rows = records.flatMap((record) => (isBad(record) ? [] : [record.values]))
  const typed = rows.slice(0, TYPED_ROWS)
  return {
    names,
    rows: rows.slice(0, PREVIEW_ROWS),
    bad: records.filter(isBad).slice(0, PREVIEW_ROWS),
    types: names.map((_, index) => inferType(typed.map((row) => row[index] ?? null))),
  }
}

/** The records at the beginning of a file: those of a sample, or the first ones when these are longer. */
async function sampled(file: Blob, { encoding }: FileSettings, reader: RecordReader) {
  let readBytes = 0
  const decode = decoder(encoding, () => readBytes)
  let records: ReadRecord[] = []
  while (records.length < SAMPLED_ROWS_MIN && readBytes < file.size) {
    // As much again each time, because a reader begins again with the row that was incomplete.
    const end = Math.min(file.size, Math.max(SAMPLE_BYTES, 2 * readBytes))
    const bytes = new Uint8Array(await file.slice(readBytes, end).arrayBuffer())
    records = records.concat(reader.push(decode(bytes, end === file.size)))
    readBytes = end
  }
  return readBytes === file.size ? records.concat(reader.end()) : records
}

const jsonReader = (kind: 'json' | 'jsonl', record: ReturnType<typeof jsonRecord>) =>
  kind === 'json' ? new JsonArrayReader(record) : new JsonLinesReader(record)

export interface PartOptions {
  readonly settings: FileSettings
  /** The file's columns, as in its preview. */
  readonly names: readonly string[]
  /** The columns of the target, and what JSON becomes there. */
  readonly columns: readonly (CopiedColumn & { readonly as: JsonValueKind })[]
  readonly hasLineNumbers: boolean
  readonly partBytes: number
  /** Called for each row that cannot even be sent; it is left out. */
  onBad(record: BadRecord): void
}

/** The rows of a file in the text format of COPY, in parts. Throws FileError for a file that cannot be read. */
export async function* fileParts(file: Blob, options: PartOptions): AsyncGenerator<FilePart> {
  const { settings, names, columns, hasLineNumbers, partBytes, onBad } = options
  const { layout } = settings
  const write = copyTextWriter(columns, hasLineNumbers)
  const reader =
    layout.kind === 'csv'
      ? new CsvReader({ ...layout, nulls: settings.nulls })
      : jsonReader(
          layout.kind,
          jsonRecord(
            names.map((key, place) => ({
              key,
              as: columns.find(({ source }) => 'from' in source && source.from === place)?.as ?? 'text',
            })),
          ),
        )
  const encoder = new TextEncoder()
  let skipsNext = layout.kind === 'csv' && settings.hasHeader
  let readBytes = 0
  let rows = 0
  let text = ''
  const decode = decoder(settings.encoding, () => readBytes)
  const add = (records: readonly ReadRecord[]) => {
    for (const record of records) {
      if (skipsNext) {
        skipsNext = false
        continue
      }
      const line = isBad(record) ? record : write(record)
      if (typeof line !== 'string') onBad(line)
      else {
        text += line
        rows += 1
      }
    }
  }
  function* taken() {
    const bytes = encoder.encode(text)
    text = ''
    for (let from = 0; from < bytes.length; from += partBytes)
      yield { bytes: bytes.slice(from, from + partBytes), rows, readBytes }
  }
  for await (const chunk of chunksOf(file)) {
    add(reader.push(decode(chunk, false)))
    readBytes += chunk.length
    if (text.length >= partBytes / 2) yield* taken()
  }
  add(reader.push(decode(new Uint8Array(), true)))
  add(reader.end())
  yield* taken()
}

const CHUNK_BYTES = 1024 * 1024

/** Slices, which no stream buffers ahead. */
async function* chunksOf(file: Blob) {
  for (let from = 0; from < file.size; from += CHUNK_BYTES)
    yield new Uint8Array(await file.slice(from, from + CHUNK_BYTES).arrayBuffer())
}

function decoder(encoding: FileEncoding, readBytes: () => number) {
  const decode = new TextDecoder(encoding, { fatal: true })
  return (bytes: Uint8Array, isLast: boolean) => {
    try {
      return decode.decode(bytes, { stream: !isLast })
    } catch {
      throw new FileError(
        `The file is not ${encoding.toUpperCase()}: there is an invalid character after byte ${readBytes()}. Choose another encoding.`,
      )
    }
  }
}
