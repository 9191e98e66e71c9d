import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../lib/class-names.ts'
import type { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SchemaPicker } from '../../table-editor/entities/SchemaPicker.port.tsx'
import { DEFAULT_SCHEMA } from './objects-url.rules.ts'

/** The frame of a page that lists objects: title, schema, search, filters, and how many there are. */
export function ListFrame({
  projectRef,
  title,
  description,
  actions,
  top,
  underTabs = asItIs,
  schema,
  many,
  typed,
  filters,
  count,
  isWide = false,
  children,
}: {
  projectRef: string
  title: string
  description: string
  actions?: ReactNode
  /** Between the title and the search. */
  top?: ReactNode
  /** Puts everything below the title under tabs. */
  underTabs?: (content: ReactNode) => ReactNode
  /** Left out for a kind without schemas. */
  schema?: {
    value: string
    isProtected: boolean
    /** Why the member cannot create one. */
    refusal: string | undefined
    /** With undefined for the default. */
    onSelect: (schema: string | undefined) => void
  }
  /** What is searched for, such as `types`. */
  many: string
  typed: ReturnType<typeof useDebouncedText>
  /** Controls beside the search. */
  filters?: ReactNode
  /** How many match, in words; undefined until that is known. */
  count?: string | undefined
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div
      key={projectRef}
      className={cx(
        'relative mx-auto flex w-full flex-col gap-4 px-4 py-8 sm:px-6',
        isWide ? 'max-w-7xl' : 'max-w-5xl',
      )}
    >
      <PageHeader title={title} description={description} actions={actions} />
      {top}
      {underTabs(
        <>
          <div className="flex flex-wrap items-center gap-2">
            {schema && (
              <div className="w-52 max-sm:w-full">
                <SchemaPicker
                  projectRef={projectRef}
                  schema={schema.value}
                  refusal={schema.refusal}
                  onSelect={(next) => schema.onSelect(next === DEFAULT_SCHEMA ? undefined : next)}
                />
              </div>
            )}
            <div className="w-64 max-sm:min-w-40 max-sm:flex-1">
              <Input
                size="sm"
                type="search"
                icon={Search}
                aria-label={`Find ${many}`}
                placeholder={`Find ${many}...`}
                value={typed.text}
                onValueChange={typed.set}
              />
            </div>
            {filters}
            {count !== undefined && (
              <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
                {count}
              </p>
            )}
          </div>
          {schema?.isProtected && (
            <Callout tone="info" title={`${schema.value} can only be read`}>
              The platform or an extension manages this schema and relies on its structure.
            </Callout>
          )}
          {children}
        </>,
      )}
    </div>
  )
}

const asItIs = (content: ReactNode) => content
