import type { SchemaDiagram } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { saveBlob } from '../../../lib/download.ts'
import { dbmlOf } from './dbml.rules.ts'
import type { Graph } from './diagram-graph.rules.ts'
import type { Layout, Places } from './diagram-layout.rules.ts'
import { drawingOf } from './drawing.rules.ts'
import { markdownOf } from './markdown.rules.ts'
import { pngOf } from './paint-drawing.ts'
import { svgOf } from './svg.rules.ts'
import { themeColours } from './theme-colours.ts'

export type ExportFormat = 'png' | 'svg' | 'sql' | 'md' | 'dbml'

export interface ExportedDiagram {
  readonly schema: string
  readonly tables: SchemaDiagram['tables']
  readonly graph: Graph
  readonly places: Places
  readonly layout: Layout
  /** Reads the SQL that creates the tables. */
  readonly sql: () => Promise<string>
}

/** The diagram as text. Rejects when the SQL cannot be read. */
export async function textOf(format: 'sql' | 'md' | 'dbml', diagram: ExportedDiagram): Promise<string> {
  if (format === 'sql') return diagram.sql()
  return (format === 'md' ? markdownOf : dbmlOf)(diagram.tables, diagram.schema)
}

const types = {
  svg: 'image/svg+xml',
  sql: 'application/sql',
  md: 'text/markdown',
  dbml: 'text/plain',
} as const

/** Downloads the whole diagram, as it is arranged and in the theme of the page. */
export async function downloadDiagram(format: ExportFormat, diagram: ExportedDiagram): Promise<void> {
  const name = `${fileName(diagram.schema)}.${format}`
  if (format === 'png') return saveBlob(name, await pngOf(pictureOf(diagram), themeColours()))
  const text = format === 'svg' ? await svgFileOf(diagram) : await textOf(format, diagram)
  saveBlob(name, new Blob([text], { type: types[format] }))
}

const pictureOf = ({ graph, places, layout }: ExportedDiagram) => drawingOf(graph, places, layout)

async function svgFileOf(diagram: ExportedDiagram) {
  const { embeddedFonts } = await import('./embedded-fonts.ts')
  return svgOf(pictureOf(diagram), {
    title: `Tables of ${diagram.schema}`,
    colours: themeColours(),
    fonts: embeddedFonts,
  })
}

/** What every file system accepts, of any name. */
const fileName = (schema: string) =>
  schema.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '_') || 'schema'
